import type en from '../en/page'

export default {
  'page.unloaded': 'Não foi possível carregar o Qwixx. Se recarregar não resolver, tente um navegador mais novo.',
  'page.reload': 'Recarregar',
  'page.noscript': 'Ative o JavaScript para jogar Qwixx.',
} satisfies Record<keyof typeof en, string>
