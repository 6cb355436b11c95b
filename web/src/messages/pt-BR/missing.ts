import type en from '../en/missing'

export default {
  'missing.title': 'Esta mesa não existe',
  'missing.text': 'Talvez ela já tenha sido removida, ou o link esteja incompleto.',
  'missing.secret': 'Este link privado não funciona',
  'missing.secret.text': 'Ele é de outra mesa ou está incompleto.',
  'missing.page': 'Esta página não existe',
} satisfies Record<keyof typeof en, string>
