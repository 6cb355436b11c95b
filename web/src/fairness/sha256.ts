/**
 * SHA-256 and HMAC. The browser has its own only on pages that came over HTTPS, and tables in a home network
 * often do not. Nothing that is hashed here is secret, so it need not take the same time for everything.
 */

const BLOCK = 64
const ROUNDS = 64

const primes = [...Array(312).keys()].filter((n) => n > 1 && [...Array(n).keys()].every((d) => d < 2 || n % d > 0))
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0
const CONSTANTS = primes.slice(0, ROUNDS).map((prime) => fraction(Math.cbrt(prime)))
const BEGINNING = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The message with a one, zeros, and its length in bits, in whole blocks. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK
  const view = new DataView(joined(message, new Uint8Array(size - message.length)).buffer)
  view.setUint8(message.length, 0x80)
  view.setUint32(size - 4, message.length * 8)
  return view
}

function schedule(view: DataView, block: number): Int32Array {
  const words = new Int32Array(ROUNDS)
  for (let i = 0; i < ROUNDS; i++) {
    if (i < 16) {
      words[i] = view.getInt32(block + 4 * i)
    } else {
      const [early, late] = [words[i - 15]!, words[i - 2]!]
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
      words[i] = words[i - 16]! + first + words[i - 7]! + second
    }
  }
  return words
}

function compressed(state: Int32Array, words: Int32Array): Int32Array {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < ROUNDS; i++) {
    const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const one = (h + mixedE + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!) | 0
    const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const two = (mixedA + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  return state.map((word, i) => word + [a, b, c, d, e, f, g, h][i]!)
}

export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message)
  let state: Int32Array = Int32Array.from(BEGINNING)
  for (let block = 0; block < view.byteLength; block += BLOCK) state = compressed(state, schedule(view, block))
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => digest.setInt32(4 * i, word))
  return new Uint8Array(digest.buffer)
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key
  const block = joined(short, new Uint8Array(BLOCK - short.length))
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  )
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}
