import type en from '../en/rules'

export default {
  'rules.right': 'Geh in jeder Reihe von links nach rechts. Was du überspringst, ist verloren.',
  'rules.dice.common': 'Für alle: die Summe der weißen Würfel, in einer Reihe.',
  'rules.dice.own': 'Danach für die Person, die gewürfelt hat: ein weißer plus ein farbiger Würfel, in der Reihe dieser Farbe.',
  'rules.solo.common': 'Zuerst die Summe der weißen Würfel, in einer Reihe.',
  'rules.solo.own': 'Danach ein weißer plus ein farbiger Würfel, in der Reihe dieser Farbe.',
  'rules.cards.draw': 'In deinem Zug nimmst du zuerst Karten, bis du 5 hast. Die Farbe siehst du erst auf der Hand.',
  'rules.cards.common': 'Für alle: die Zahl oben auf dem Stapel, in einer Reihe.',
  'rules.cards.play': 'Danach spielst du 1 bis 3 Karten einer Farbe und kreuzt ihre Zahlen an. Zwischen der ersten und der letzten darf 1 Zahl frei bleiben.',
  'rules.cards.joker': 'Ein Joker nimmt die Farbe, die du wählst.',
  'rules.penalty': 'Kreuzt du im eigenen Zug nichts an, ist das ein Fehlwurf: {points}. Sind andere dran, kostet Passen nichts.',
  'rules.solo.penalty': 'Kreuzt du in einem Zug nichts an, ist das ein Fehlwurf: {points}.',
  'rules.lock': 'Die letzte Zahl braucht {crosses} Kreuze davor. Sie bringt das Schloss, 1 Kreuz mehr, und schließt die Reihe für alle.',
  'rules.solo.lock': 'Die letzte Zahl braucht {crosses} Kreuze davor. Sie bringt das Schloss, 1 Kreuz mehr, und schließt die Reihe.',
  'rules.cards.lock': 'Die letzte Zahl braucht {crosses} Kreuze davor. Sie bringt das Schloss, 1 Kreuz mehr, und schließt die Reihe nur für dich.',
  'rules.end': '2 geschlossene Reihen oder {penalties} Fehlwürfe beenden das Spiel.',
  'rules.cards.end': 'Wer 2 Reihen schließt oder {penalties} Fehlwürfe hat, beendet das Spiel.',
  'rules.points': 'Punkte',
  'rules.crosses': 'Kreuze',
  'rules.goal': 'Je mehr Kreuze eine Reihe hat, desto mehr zählt jedes. Die meisten Punkte gewinnen.',
} satisfies Record<keyof typeof en, string>
