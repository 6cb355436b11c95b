import type en from '../en/missing'

export default {
  'missing.title': 'Esta mesa não existe',
  'missing.text': 'Talvez já tenha sido arrumada, ou a ligação está incompleta.',
  'missing.secret': 'Esta ligação privada não funciona',
  'missing.secret.text': 'É de outra mesa ou está incompleta.',
  'missing.page': 'Esta página não existe',
} satisfies Record<keyof typeof en, string>
