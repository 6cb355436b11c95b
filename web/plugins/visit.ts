/** What a first visit loads one after the other, down to the first roll: modules, from the folder of the client. */
export const VISIT = {
  main: 'src/main.ts',
  first: 'src/start.ts',
  table: 'src/screens/Table.svelte',
}
