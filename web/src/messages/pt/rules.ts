import type en from '../en/rules'

export default {
  'rules.right': 'Avança da esquerda para a direita em cada linha. O que saltas fica perdido.',
  'rules.dice.common': 'Para todos: a soma dos dados brancos, numa linha.',
  'rules.dice.own': 'Depois, para quem lançou: um dado branco mais um de cor, na linha dessa cor.',
  'rules.solo.common': 'Primeiro a soma dos dados brancos, numa linha.',
  'rules.solo.own': 'Depois, um dado branco mais um de cor, na linha dessa cor.',
  'rules.cards.draw': 'Na tua vez, primeiro tiras cartas até teres 5. A cor aparece na tua mão.',
  'rules.cards.common': 'Para todos: o número no topo do baralho, numa linha.',
  'rules.cards.play': 'Depois jogas de 1 a 3 cartas da mesma cor e riscas os números delas. Entre o primeiro e o último pode ficar 1 número livre.',
  'rules.cards.joker': 'Um joker fica com a cor que escolhes.',
  'rules.penalty': 'Se não riscas nada na tua vez, marcas um lançamento em branco: {points}. Na vez dos outros, passar não custa nada.',
  'rules.solo.penalty': 'Se não riscas nada numa vez, marcas um lançamento em branco: {points}.',
  'rules.lock': 'O último número precisa de {crosses} cruzes antes. Traz o cadeado, mais 1 cruz, e fecha a linha para todos.',
  'rules.solo.lock': 'O último número precisa de {crosses} cruzes antes. Traz o cadeado, mais 1 cruz, e fecha a linha.',
  'rules.cards.lock': 'O último número precisa de {crosses} cruzes antes. Traz o cadeado, mais 1 cruz, e fecha a linha só para ti.',
  'rules.end': 'A partida acaba com 2 linhas fechadas ou {penalties} lançamentos em branco.',
  'rules.cards.end': 'Quem fecha 2 linhas ou tem {penalties} lançamentos em branco acaba a partida.',
  'rules.points': 'Pontos',
  'rules.crosses': 'Cruzes',
  'rules.goal': 'Quantas mais cruzes tem uma linha, mais vale cada uma. Ganha quem tem mais pontos.',
} satisfies Record<keyof typeof en, string>
