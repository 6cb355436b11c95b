import type en from '../../en/around/offline'

export default {
  'offline.title': 'Sem conexão',
  'offline.lost': 'Sem conexão com o servidor.',
  'offline.meanwhile': 'As partidas e os desafios voltam sozinhos. Enquanto isso:',
  'offline.learn': 'Aprender a jogar',
  'offline.replay': 'Replays',
  'offline.newer': 'Há uma nova versão.',
  'offline.install': 'Instalar',
  'offline.install.how': 'O Qwixx na tela de início, mesmo sem internet',
  'offline.install.byhand': 'Toque em Compartilhar e depois em Adicionar à Tela de Início.',
} satisfies Record<keyof typeof en, string>
