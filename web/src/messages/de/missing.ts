import type en from '../en/missing'

export default {
  'missing.title': 'Diesen Tisch gibt es nicht',
  'missing.text': 'Vielleicht ist er schon abgeräumt, oder der Link ist unvollständig.',
  'missing.secret': 'Dieser private Link funktioniert nicht',
  'missing.secret.text': 'Er gehört zu einem anderen Tisch oder ist unvollständig.',
  'missing.page': 'Diese Seite gibt es nicht',
} satisfies Record<keyof typeof en, string>
