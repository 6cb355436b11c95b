/** What a page says: the language to keep, and, where a new version waits, its own, which its first script tells. */
export type WorkerMessage = { type: 'keep'; language: string } | { type: 'replace'; language: string; script: string }

/** What a new version that waits answers to a page of an older one. */
export type News = 'newer'
