import type en from '../en/rules'

export default {
  'rules.right': 'Vá da esquerda para a direita em cada linha. O que você pula fica perdido.',
  'rules.dice.common': 'Para todos: a soma dos dados brancos, em uma linha.',
  'rules.dice.own': 'Depois, para quem rolou: um dado branco mais um colorido, na linha dessa cor.',
  'rules.solo.common': 'Primeiro, a soma dos dados brancos, em uma linha.',
  'rules.solo.own': 'Depois, um dado branco mais um colorido, na linha dessa cor.',
  'rules.cards.draw': 'Na sua vez, primeiro você compra cartas até ter 5. A cor delas aparece na sua mão.',
  'rules.cards.common': 'Para todos: o número no topo do baralho, em uma linha.',
  'rules.cards.play': 'Depois você joga de 1 a 3 cartas da mesma cor e marca os números delas. Entre o primeiro e o último, 1 número pode ficar livre.',
  'rules.cards.joker': 'Um curinga assume a cor que você escolher.',
  'rules.penalty': 'Se não marcar nada na sua vez, você leva uma penalidade: {points}. Na vez dos outros, passar não custa nada.',
  'rules.solo.penalty': 'Se não marcar nada em um turno, você leva uma penalidade: {points}.',
  'rules.lock': 'O último número precisa de {crosses} marcas antes dele. Ele traz o cadeado, 1 marca a mais, e tranca a linha para todos.',
  'rules.solo.lock': 'O último número precisa de {crosses} marcas antes dele. Ele traz o cadeado, 1 marca a mais, e tranca a linha.',
  'rules.cards.lock': 'O último número precisa de {crosses} marcas antes dele. Ele traz o cadeado, 1 marca a mais, e tranca a linha só para você.',
  'rules.end': '2 linhas trancadas ou {penalties} penalidades encerram a partida.',
  'rules.cards.end': 'Quem tranca 2 linhas ou leva {penalties} penalidades encerra a partida.',
  'rules.points': 'Pontos',
  'rules.crosses': 'Marcas',
  'rules.goal': 'Quanto mais marcas em uma linha, mais vale cada uma. Vence quem tiver mais pontos.',
} satisfies Record<keyof typeof en, string>
