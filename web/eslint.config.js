import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['node_modules', 'src/messages.d.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      // The compiler of types knows what is defined.
      'no-undef': 'off',
      // Props are const as a whole or not at all.
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all', excludedRunes: ['$props', '$state', '$derived'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Collections outside of state are not meant to be watched, and lists that never change need no keys.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/require-each-key': 'off',
      // Spaces at the ends of words are written as values; warnings are for svelte-check to know.
      'svelte/no-useless-mustaches': 'off',
      'svelte/no-unused-svelte-ignore': 'off',
      // Text marks begin and end of bold by control characters.
      'no-control-regex': 'off',
      // Addresses are ours and absolute; there is no router that would resolve them.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  { files: ['*.js'], languageOptions: { globals: globals.node } },
)
