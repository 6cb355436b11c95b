import type en from '../en/rules'

export default {
  'rules.right': 'Avanza de izquierda a derecha en cada fila. Lo que te saltas se pierde.',
  'rules.dice.common': 'Para todos: la suma de los dados blancos, en una fila.',
  'rules.dice.own': 'Después, para quien ha tirado: un dado blanco más uno de color, en la fila de ese color.',
  'rules.solo.common': 'Primero la suma de los dados blancos, en una fila.',
  'rules.solo.own': 'Después, un dado blanco más uno de color, en la fila de ese color.',
  'rules.cards.draw': 'En tu turno, primero tomas cartas hasta tener 5. El color lo ves en tu mano.',
  'rules.cards.common': 'Para todos: el número de encima del mazo, en una fila.',
  'rules.cards.play': 'Después juegas de 1 a 3 cartas de un color y tachas sus números. Entre el primero y el último puede quedar 1 número libre.',
  'rules.cards.joker': 'Un comodín toma el color que tú eliges.',
  'rules.penalty': 'Si no tachas nada en tu turno, marcas un fallo: {points}. En el turno de los demás, pasar no cuesta nada.',
  'rules.solo.penalty': 'Si no tachas nada en un turno, marcas un fallo: {points}.',
  'rules.lock': 'El último número necesita {crosses} cruces antes. Da el candado, 1 cruz más, y cierra la fila para todos.',
  'rules.solo.lock': 'El último número necesita {crosses} cruces antes. Da el candado, 1 cruz más, y cierra la fila.',
  'rules.cards.lock': 'El último número necesita {crosses} cruces antes. Da el candado, 1 cruz más, y cierra la fila solo para ti.',
  'rules.end': 'La partida acaba con 2 filas cerradas o {penalties} fallos.',
  'rules.cards.end': 'Quien cierra 2 filas o tiene {penalties} fallos acaba la partida.',
  'rules.points': 'Puntos',
  'rules.crosses': 'Cruces',
  'rules.goal': 'Cuantas más cruces tiene una fila, más vale cada una. Gana quien tiene más puntos.',
} satisfies Record<keyof typeof en, string>
