import type en from '../en/page'

export default {
  'page.unloaded': 'Qwixx konnte nicht geladen werden. Wenn Neuladen nicht hilft, versuch es mit einem neueren Browser.',
  'page.reload': 'Neu laden',
  'page.noscript': 'Schalte JavaScript ein, um Qwixx zu spielen.',
} satisfies Record<keyof typeof en, string>
