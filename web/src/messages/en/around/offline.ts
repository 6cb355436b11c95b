/** English words for what works without a server, and for what is new. */
export default {
  'offline.title': 'Offline',
  'offline.lost': 'No connection to the server.',
  'offline.meanwhile': 'Games and puzzles come back by themselves. Meanwhile:',
  'offline.learn': 'Learn the game',
  'offline.replay': 'Replays',
  'offline.newer': 'There is a new version.',
  'offline.install': 'Install',
  'offline.install.how': 'Qwixx on your home screen, without a network, too',
  'offline.install.byhand': 'Tap Share, then Add to Home Screen.',
} as const
