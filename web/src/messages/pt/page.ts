import type en from '../en/page'

export default {
  'page.unloaded': 'Não foi possível carregar o Qwixx. Se recarregar não ajudar, experimenta um navegador mais recente.',
  'page.reload': 'Recarregar',
  'page.noscript': 'Ativa o JavaScript para jogares Qwixx.',
} satisfies Record<keyof typeof en, string>
