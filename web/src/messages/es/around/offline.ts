import type en from '../../en/around/offline'

export default {
  'offline.title': 'Sin conexión',
  'offline.lost': 'Sin conexión con el servidor.',
  'offline.meanwhile': 'Las partidas y los retos vuelven solos. Mientras tanto:',
  'offline.learn': 'Aprender a jugar',
  'offline.replay': 'Repeticiones',
  'offline.newer': 'Hay una versión nueva.',
  'offline.install': 'Instalar',
  'offline.install.how': 'Qwixx en tu pantalla de inicio, también sin red',
  'offline.install.byhand': 'Toca Compartir y luego Añadir a pantalla de inicio.',
} satisfies Record<keyof typeof en, string>
