import type en from '../en/page'

export default {
  'page.unloaded': 'No se ha podido cargar Qwixx. Si recargar no ayuda, prueba con un navegador más reciente.',
  'page.reload': 'Recargar',
  'page.noscript': 'Activa JavaScript para jugar a Qwixx.',
} satisfies Record<keyof typeof en, string>
