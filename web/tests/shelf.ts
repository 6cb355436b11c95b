/** A stand-in for localStorage with so much room for values; where it is full, it throws as browsers do. */
export class Shelf {
  [key: string]: unknown
  constructor(room: number) {
    const values = this as Record<string, unknown>
    const methods = {
      getItem: (key: string) => values[key] ?? null,
      setItem(key: string, value: string) {
        const others = Object.entries(values).filter(([each]) => each !== key)
        const used = others.reduce((sum, [, each]) => sum + String(each).length, 0)
        if (used + value.length > room) throw new DOMException('full', 'QuotaExceededError')
        values[key] = value
      },
      removeItem: (key: string) => delete values[key],
    }
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(this, name, { value })
  }
}
