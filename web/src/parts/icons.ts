/** What an icon is drawn of: lines of a width, and filled shapes. */
export interface IconArt {
  lines?: string
  width?: number
  shapes?: string
}

// Those of the first screen and of the table: whoever comes waits for them. The others are in laterIcons.ts.
// prettier-ignore
const ICONS = {
  'lock-open': { lines: 'M7.5 10.5V7.4a4.6 4.6 0 0 1 8.8-1.9M7.2 10.4h9.6a2.6 2.6 0 0 1 2.6 2.6v5.6a2.6 2.6 0 0 1 -2.6 2.6h-9.6a2.6 2.6 0 0 1 -2.6-2.6v-5.6a2.6 2.6 0 0 1 2.6-2.6z', width: 2.2, shapes: 'M10.3 15.8a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0z' },
  lock: { lines: 'M7.4 11V7.6a4.6 4.6 0 0 1 9.2 0V11', shapes: 'M6.6 9.6h10.8a2.6 2.6 0 0 1 2.6 2.6v6.6a2.6 2.6 0 0 1-2.6 2.6H6.6A2.6 2.6 0 0 1 4 18.8v-6.6a2.6 2.6 0 0 1 2.6-2.6zM12 13.3a1.8 1.8 0 0 0-.9 3.36V18.5h1.8v-1.84a1.8 1.8 0 0 0-.9-3.36z' },
  menu: { lines: 'M4 7h16M4 12h16M4 17h10' },
  back: { lines: 'M14.5 5.5 8 12l6.5 6.5', width: 2.6 },
  help: { lines: 'M8.6 9.2A3.5 3.5 0 0 1 12 6.3c2 0 3.5 1.3 3.5 3.1 0 2.6-3.5 2.5-3.5 5', shapes: 'M10.4 18a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0z' },
  check: { lines: 'M5 12.8 10 17.5 19 7', width: 3.2 },
  think: { shapes: 'M2.7 12a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0zM9.7 12a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0zM16.7 12a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0z' },
  chev: { lines: 'M6 9.5 12 15.5 18 9.5', width: 2.6 },
  bot: { lines: 'M7.5 8h9a3.5 3.5 0 0 1 3.5 3.5v4.5a3.5 3.5 0 0 1 -3.5 3.5h-9a3.5 3.5 0 0 1 -3.5-3.5v-4.5a3.5 3.5 0 0 1 3.5-3.5zM12 8V4.5', width: 2.2, shapes: 'M10.4 3.6a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0zM7.4 13.6a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0zM13.4 13.6a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0z' },
  close: { lines: 'M6.5 6.5 17.5 17.5M17.5 6.5 6.5 17.5' },
  eye: { lines: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12z', width: 2.2, shapes: 'M9.4 12a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0z' },
  bulb: { lines: 'M9 17.5c0-2.6-3.2-3.7-3.2-7.7a6.2 6.2 0 0 1 12.4 0c0 4-3.2 5.1-3.2 7.7zM9.800 21h4.400', width: 2.2 },
  die: { shapes: 'M7.5 2.5h9a5 5 0 0 1 5 5v9a5 5 0 0 1-5 5h-9a5 5 0 0 1-5-5v-9a5 5 0 0 1 5-5zM7.7 5.9a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM16.3 5.9a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM12 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM7.7 14.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM16.3 14.5a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z' },
  cards: { lines: 'm15.5 6.3 3.3 1a1.8 1.8 0 0 1 1.2 2.3l-3 9.3', width: 2.2, shapes: 'M6 3.75h5A2.75 2.75 0 0 1 13.75 6.5v11A2.75 2.75 0 0 1 11 20.25H6A2.75 2.75 0 0 1 3.25 17.5v-11A2.75 2.75 0 0 1 6 3.75z' },
} satisfies Record<string, IconArt>

export type IconName = keyof typeof ICONS

export const iconArt = (name: IconName): IconArt => ICONS[name]
