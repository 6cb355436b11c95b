import { mount } from 'svelte'
import App from './App.svelte'
import './colours.css'
import { watchErrors } from './errors'
import { useLanguage } from './i18n.svelte'
import type { Language } from './languages'
import './look.css'
import { layOutWhenResized } from './resizing'
import { showTheme } from './settings.svelte'

/** Shows the page of this address in this language. */
export async function show(target: HTMLElement, first: Language): Promise<void> {
  watchErrors()
  showTheme()
  layOutWhenResized()
  await useLanguage(first)
  target.replaceChildren()
  mount(App, { target })
}
