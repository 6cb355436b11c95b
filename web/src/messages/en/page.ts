/** English words of the page itself: scripts are off, did not come, or the browser is too old for them. */
export default {
  'page.unloaded': 'Qwixx could not be loaded. If reloading does not help, try a newer browser.',
  'page.reload': 'Reload',
  'page.noscript': 'Switch on JavaScript to play Qwixx.',
} as const
