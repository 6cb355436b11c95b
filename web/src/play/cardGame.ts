/** What only the card games need for what is selected, said and pressed. */
export { play, take } from './cardButtons'
export { extendable, playsFor, tapCard, tapPlace, tapPlayed } from './cardPlay'
export { cardWords } from './cardWords'
