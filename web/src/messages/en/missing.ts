/** English words for what is not there: a table, a seat or a page. */
export default {
  'missing.title': 'There is no such table',
  'missing.text': 'It may have been cleared away, or the link is incomplete.',
  'missing.secret': 'This private link does not work',
  'missing.secret.text': 'It belongs to another table, or it is incomplete.',
  'missing.page': 'There is no such page',
} as const
