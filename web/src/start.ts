import { mount } from 'svelte'
import App from './App.svelte'
import './colours.css'
import { watchErrors } from './errors'
import { language } from './i18n.svelte'
import type { Language } from './languages'
import './look.css'
import { theme } from './settings.svelte'

/** Shows the page of this address in this language. */
export async function show(target: HTMLElement, first: Language): Promise<void> {
  watchErrors()
  theme.show()
  layOutWhenResized()
  await language.use(first)
  target.replaceChildren()
  mount(App, { target })
}

/**
 * WebKit (seen in WebKitGTK 2.50; Safari shares the code) keeps the layout of the old window after a resize where some
 * element is a size container and any style uses a viewport unit: a phone that is turned shows no sheet. Media queries
 * are evaluated again only when a style changes that moves something, so every resize makes such a change.
 */
function layOutWhenResized(): void {
  if (navigator.vendor !== 'Apple Computer, Inc.') return
  const { style } = document.body
  addEventListener('resize', () =>
    requestAnimationFrame(() => {
      style.paddingTop = '1px'
      void document.body.offsetHeight
      style.paddingTop = ''
    }),
  )
}
