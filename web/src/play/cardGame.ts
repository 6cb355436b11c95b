/** What only the card games need for what is selected, said and pressed. */
export { play, take } from './cardButtons'
export { extendable, playsFor, tapCard, tapPlace, tapPlayed } from './cardPlay'
export { sortedHand } from './cards'
export { cardWords } from './cardWords'
export { cardBeatWords } from './pace/cardBeatWords'
