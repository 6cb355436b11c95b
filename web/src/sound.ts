/**
 * Sounds of the table, made as they are needed: wood on felt, a pencil, paper, a padlock, a marimba.
 *
 * Browsers allow sound only after a first touch of the page, so nothing is created before that.
 */

export type Sound = 'roll' | 'choose' | 'cross' | 'card' | 'lock' | 'penalty' | 'turn' | 'won' | 'lost'

const LOUDNESS = 0.2
// A tone this quiet is inaudible, and an exponential ramp never reaches zero.
const SILENCE = 0.001

let context: AudioContext | null = null
let output: GainNode | null = null
let noise: AudioBuffer | null = null

/** What a touch allows; where the browser refuses it, everything stays silent. */
export function allowSound(): void {
  try {
    context ??= new AudioContext()
    void context.resume().catch(() => undefined)
  } catch {
    context = null
  }
}

function out(into: AudioContext): GainNode {
  if (output === null) {
    output = into.createGain()
    output.gain.value = LOUDNESS
    output.connect(into.destination)
  }
  return output
}

function whiteNoise(into: AudioContext): AudioBuffer {
  if (noise === null) {
    noise = into.createBuffer(1, into.sampleRate, into.sampleRate)
    const samples = noise.getChannelData(0)
    for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1
  }
  return noise
}

/** A gain that rises in `attack` seconds and has died away after `length`. */
function envelope(into: AudioContext, start: number, length: number, peak: number, attack: number): GainNode {
  const gain = into.createGain()
  gain.gain.setValueAtTime(SILENCE, start)
  gain.gain.linearRampToValueAtTime(peak, start + attack)
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + length)
  gain.connect(out(into))
  return gain
}

interface Tone {
  at?: number
  length: number
  from: number
  to?: number
  peak?: number
  type?: OscillatorType
}

function tone(into: AudioContext, { at = 0, length, from, to = from, peak = 1, type = 'sine' }: Tone): void {
  const start = into.currentTime + at
  const source = into.createOscillator()
  source.type = type
  source.frequency.setValueAtTime(from, start)
  source.frequency.exponentialRampToValueAtTime(to, start + length)
  source.connect(envelope(into, start, length, peak, 0.002))
  source.start(start)
  source.stop(start + length)
}

interface Burst {
  at?: number
  length: number
  filter: BiquadFilterType
  from: number
  to?: number
  sharpness?: number
  peak?: number
  attack?: number
}

function burst(
  into: AudioContext,
  { at = 0, length, filter: type, from, to = from, sharpness = 1, peak = 1, attack = 0.002 }: Burst,
): void {
  const start = into.currentTime + at
  const source = into.createBufferSource()
  source.buffer = whiteNoise(into)
  const filter = into.createBiquadFilter()
  filter.type = type
  filter.Q.value = sharpness
  filter.frequency.setValueAtTime(from, start)
  filter.frequency.exponentialRampToValueAtTime(to, start + length)
  source.connect(filter)
  filter.connect(envelope(into, start, length, peak, attack))
  source.start(start, Math.random() * 0.5)
  source.stop(start + length)
}

/** A bar of a marimba: its tone, and softly the partial two octaves above. */
function bar(into: AudioContext, at: number, frequency: number): void {
  tone(into, { at, length: 0.2, from: frequency })
  tone(into, { at, length: 0.12, from: frequency * 4, peak: 0.2 })
}

const SOUNDS: Readonly<Record<Sound, (into: AudioContext) => void>> = {
  roll: (into) => {
    let at = 0
    for (let hit = 0; hit < 6; hit++) {
      burst(into, { at, length: 0.018, filter: 'bandpass', from: 900 + Math.random() * 900, sharpness: 3 })
      at += 0.03 + Math.random() * 0.05
    }
    tone(into, { at: at - 0.04, length: 0.04, from: 90 })
  },
  choose: (into) => tone(into, { length: 0.012, from: 1200, type: 'triangle' }),
  cross: (into) => {
    for (const at of [0, 0.1]) burst(into, { at, length: 0.07, filter: 'bandpass', from: 3000, to: 5000, peak: 0.5 })
  },
  card: (into) => burst(into, { length: 0.14, filter: 'lowpass', from: 1200, peak: 0.6, attack: 0.06 }),
  lock: (into) => {
    tone(into, { length: 0.06, from: 120 })
    for (const from of [1870, 2810, 4130]) tone(into, { at: 0.06, length: 0.18, from, peak: 0.25 })
  },
  penalty: (into) => tone(into, { length: 0.14, from: 160, to: 110, type: 'triangle' }),
  turn: (into) => [523, 659].forEach((frequency, place) => bar(into, place * 0.09, frequency)),
  won: (into) => [523, 659, 784].forEach((frequency, place) => bar(into, place * 0.09, frequency)),
  lost: (into) => [659, 523].forEach((frequency, place) => bar(into, place * 0.09, frequency)),
}

/** Plays a sound at once, if the page was touched. */
export function playSound(sound: Sound): void {
  if (context?.state === 'running') SOUNDS[sound](context)
}
