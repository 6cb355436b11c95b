/** What plugins/messages makes of the files in messages/. */
declare module 'virtual:messages' {
  type Language = import('./messages').Language
  type Form = import('./message').Form

  /** What each language calls itself, and how it writes dates and numbers. */
  export const LANGUAGES: Readonly<Record<Language, { readonly name: string; readonly locale: string }>>

  /** The part for the first screen; the build passes the others to each call of `lazy`. */
  export const START: string

  /** The messages of a part of the client in a language, by key. */
  export function fetchPart(language: Language, part: string): Promise<Readonly<Record<string, Form>>>
}

/** What web/device_pack.py has packed for games without a server. */
declare module 'virtual:device' {
  /** `files` are compressed; `path` is where each is kept on the device, unpacked. */
  export const PACK: import('./device/packed').Pack
}
