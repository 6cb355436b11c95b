import type en from '../en/missing'

export default {
  'missing.title': 'Esta mesa no existe',
  'missing.text': 'Quizá ya se ha recogido, o el enlace está incompleto.',
  'missing.secret': 'Este enlace privado no funciona',
  'missing.secret.text': 'Es de otra mesa o está incompleto.',
  'missing.page': 'Esta página no existe',
} satisfies Record<keyof typeof en, string>
