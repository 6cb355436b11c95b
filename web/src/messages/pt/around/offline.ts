import type en from '../../en/around/offline'

export default {
  'offline.title': 'Sem ligação',
  'offline.lost': 'Sem ligação ao servidor.',
  'offline.meanwhile': 'As partidas e os desafios voltam por si. Entretanto:',
  'offline.learn': 'Aprender a jogar',
  'offline.replay': 'Repetições',
  'offline.newer': 'Há uma versão nova.',
  'offline.install': 'Instalar',
  'offline.install.how': 'O Qwixx no teu ecrã principal, mesmo sem rede',
  'offline.install.byhand': 'Toca em Partilhar e depois em Adicionar ao ecrã principal.',
} satisfies Record<keyof typeof en, string>
