import { mount } from 'svelte'
import App from './App.svelte'
import './colours.css'
import { loadLanguage } from './i18n.svelte'
import './look.css'
import { showTheme } from './settings.svelte'

showTheme()
await loadLanguage()

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no element "app"')
mount(App, { target })
