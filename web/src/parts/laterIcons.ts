/** Icons of what is opened later, each fetched by whoever shows it: `<Icon name={COPY} />`. */
import type { IconArt } from './icons'

// prettier-ignore
export const COPY: IconArt = { lines: 'M10.5 8h7a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1 -2.5 2.5h-7a2.5 2.5 0 0 1 -2.5-2.5v-7a2.5 2.5 0 0 1 2.5-2.5zM16 4.5H6.5a2 2 0 0 0-2 2V16', width: 2.2 }
// prettier-ignore
export const PEN: IconArt = { lines: 'm5 19 1-4.5L15.8 4.7a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L9.5 18z', width: 2.2 }
// prettier-ignore
export const CHAIR: IconArt = { lines: 'M7 3.5V13M7 13h10.5M7 13v7.5M17.5 13v7.5M7 17h10.5', width: 2.2 }
// prettier-ignore
export const PERSON: IconArt = { lines: 'M8.2 8a3.8 3.8 0 1 0 7.6 0 3.8 3.8 0 1 0-7.6 0zM4.8 20c.8-3.8 3.6-5.7 7.2-5.7s6.4 1.9 7.2 5.7', width: 2.2 }
// prettier-ignore
export const SHARE: IconArt = { lines: 'M12 15V4M8 7.5 12 3.8l4 3.7M5 13v5.5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V13', width: 2.2 }
// prettier-ignore
export const LINK: IconArt = { lines: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1', width: 2.2 }
// prettier-ignore
export const PLUS: IconArt = { lines: 'M12 5v14M5 12h14', width: 2.6 }
