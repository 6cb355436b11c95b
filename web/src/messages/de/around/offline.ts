import type en from '../../en/around/offline'

export default {
  'offline.title': 'Offline',
  'offline.lost': 'Keine Verbindung zum Server.',
  'offline.meanwhile': 'Spiele und Rätsel kommen von selbst zurück. Bis dahin:',
  'offline.learn': 'Spielregeln lernen',
  'offline.replay': 'Wiederholungen',
  'offline.newer': 'Es gibt eine neue Version.',
  'offline.install': 'Installieren',
  'offline.install.how': 'Qwixx auf dem Startbildschirm, auch ohne Netz',
  'offline.install.byhand': 'Tippe auf Teilen und dann auf Zum Home-Bildschirm.',
} satisfies Record<keyof typeof en, string>
