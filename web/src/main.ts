/** The first and smallest script: it has words and screens fetched side by side, and says so if they do not come. */
import { fetchWords } from './catalogues'
import { isLanguage, LANGUAGES, type Language } from './languages'
import { load } from './storage'

function firstLanguage(): Language {
  const saved = load('language')
  if (isLanguage(saved)) return saved
  const spoken = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2).toLowerCase())
  return spoken.find(isLanguage) ?? 'en'
}

function unloaded({ unloaded, reload }: { unloaded: string; reload: string }): HTMLElement {
  const page = document.createElement('main')
  page.className = 'unloaded'
  page.setAttribute('role', 'alert')
  const words = document.createElement('p')
  words.textContent = unloaded
  const button = document.createElement('button')
  button.className = 'btn pri'
  button.textContent = reload
  button.onclick = () => location.reload()
  page.append(words, button)
  return page
}

async function start(): Promise<void> {
  const target = document.getElementById('app')
  if (target === null) throw new Error('index.html has no element "app"')
  const first = firstLanguage()
  try {
    const [{ show }] = await Promise.all([import('./start'), fetchWords(first, 'app')])
    await show(target, first)
  } catch (error) {
    document.documentElement.lang = LANGUAGES[first].locale
    target.replaceChildren(unloaded(LANGUAGES[first]))
    throw error
  }
}

void start()
