// Generated from server/web/pages.py by `make types`; do not edit.

export type Screen = 'Home' | 'Table' | 'TvStart' | 'TvScreen' | 'Puzzle' | 'Learn' | 'Daily' | 'DailyPuzzle' | 'Fairness' | 'Offline' | 'History' | 'PadScreen' | 'Replay'

/** What stands in braces is a property of the screen. */
export interface Route {
  path: string
  screen: Screen
  properties?: Readonly<Record<string, string | boolean>>
  /** What a visitor has of it without the server. */
  offline: 'all' | 'some' | 'nothing'
  /** It asks the server once; opened offline, it is loaded again when the server is back. */
  asksOnce?: true
  /** The path of the page that this is a state of. */
  within?: string
}

export const ROUTES: readonly Route[] = [
  { path: '/', screen: 'Home', offline: 'some' },
  { path: '/t/{table}', screen: 'Table', offline: 'nothing' },
  { path: '/t/{table}/review', screen: 'Table', properties: { review: true }, offline: 'nothing', within: '/t/{table}' },
  { path: '/t/{table}/watch', screen: 'Table', properties: { watch: true }, offline: 'nothing' },
  { path: '/t/{table}/watch/review', screen: 'Table', properties: { watch: true, review: true }, offline: 'nothing', within: '/t/{table}/watch' },
  { path: '/tv', screen: 'TvStart', offline: 'nothing' },
  { path: '/tv/{table}', screen: 'TvScreen', offline: 'nothing' },
  { path: '/puzzle', screen: 'Puzzle', offline: 'nothing', asksOnce: true },
  { path: '/learn', screen: 'Learn', properties: { game: 'dice' }, offline: 'all' },
  { path: '/learn/cards', screen: 'Learn', properties: { game: 'cards' }, offline: 'all' },
  { path: '/daily', screen: 'Daily', offline: 'some', asksOnce: true },
  { path: '/daily/{date}', screen: 'Daily', offline: 'some', asksOnce: true },
  { path: '/daily/{date}/puzzle', screen: 'DailyPuzzle', offline: 'some', asksOnce: true },
  { path: '/fairness', screen: 'Fairness', offline: 'some', asksOnce: true },
  { path: '/offline', screen: 'Offline', offline: 'all' },
  { path: '/history', screen: 'History', offline: 'all' },
  { path: '/pad', screen: 'PadScreen', offline: 'all' },
  { path: '/pad/{pad}', screen: 'PadScreen', offline: 'all' },
  { path: '/replay', screen: 'Replay', offline: 'all' },
  { path: '/t/{table}/replay', screen: 'Replay', offline: 'some' },
  { path: '/t/{table}/replay/{game:int}', screen: 'Replay', offline: 'some' },
]

/** What the server answers itself, with everything below. */
export const SERVER_PATHS: readonly string[] = ['/api', '/healthz', '/pad/{table}/s/{secret}', '/readyz', '/t/{table}/s/{secret}', '/ws/{table}']
