// How many games were finished in this browser: in everybody's first ones the felt says more.
import { load } from '../storage'

const FIRST_GAMES = 2

export const finished = (): number => Number(load('finished')) || 0

export const isBeginner = (): boolean => finished() < FIRST_GAMES
