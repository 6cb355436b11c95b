import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Shorter than Svelte's own: the name is in every rule and every element.
    cssHash: ({ hash, css }) => `s${hash(css).slice(-4)}`,
  },
}
