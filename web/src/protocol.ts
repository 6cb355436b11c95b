// Generated from tables/protocol/ and coach/findings.py by `make types`; do not edit.

export const PROTOCOL = 4

export interface Option {
  choice: string
  win: number | null
  total: number
  loss: number
}

export interface Crossing {
  choice: string
  colour: 'red' | 'yellow' | 'green' | 'blue' | null
  numbers: readonly (number)[]
  given_up: readonly (number)[]
  skipped: number
  gained: number
  penalty: boolean
  lock: boolean
  ends: boolean
  drawn: readonly (number)[]
  ways: number
  away: number
}

export interface Explanation {
  code: 'ended_behind' | 'missed_ending' | 'took_penalty' | 'penalty_was_cheaper' | 'missed_lock' | 'locked_too_early' | 'gave_up_numbers' | 'gave_up_likely_numbers' | 'passed_a_cross' | 'crossed_fewer' | 'better_row' | 'drew_fewer_ways' | 'drew_farther_off' | 'worth_more'
  chosen: Crossing
  better: Crossing
  loss: number
  unit: 'win' | 'points'
  margin: number | null
}

export interface Advice {
  unit: 'win' | 'points'
  seat: number
  phase: 'common' | 'own' | 'draw' | 'play'
  options: readonly (Option)[]
  explanations: readonly (Explanation | null)[]
}

export interface JudgedDecision {
  step: number
  turn: number
  seat: number
  phase: 'common' | 'own' | 'draw' | 'play'
  position: string
  options: readonly (Option)[]
  chosen: number
  loss: number
  word: 'best' | 'fine' | 'inaccuracy' | 'mistake' | 'blunder'
  explanation: Explanation | null
}

export interface CurvePoint {
  turn: number
  step: number
  active: number | null
  values: readonly (number)[]
  luck: readonly (number)[]
}

export interface Words {
  best: number
  fine: number
  inaccuracy: number
  mistake: number
  blunder: number
}

export interface SeatReview {
  name: string
  total: number
  place: number
  result: number
  start: number
  luck: number
  luck_error: number | null
  skill: number
  others: number
  estimate: number
  words: Words
}

export interface ReviewOutcome {
  reason: 'two_rows' | 'four_penalties'
  totals: readonly (number)[]
  places: readonly (number)[]
  shares: readonly (number)[]
}

export interface Review {
  game: 'dice' | 'cards' | 'cards_joker' | 'solo'
  unit: 'win' | 'points'
  players: readonly (string)[]
  outcome: ReviewOutcome
  curve: readonly (CurvePoint)[]
  decisions: readonly (JudgedDecision)[]
  seats: readonly (SeatReview)[]
  costliest: readonly (number)[]
  software: string
  weights: Readonly<Record<string, string>>
}

export interface Puzzle {
  game: 'dice' | 'cards' | 'cards_joker' | 'solo'
  players: number
  seed: number
  turn: number
  position: string
  advice: Advice
  tempting: number
}

export interface Reason {
  rule: string
  code: string
  details: Readonly<Record<string, string | number | readonly (number)[]>>
  text: string
}

export interface Choice {
  text: string
  kind: 'pass' | 'cross' | 'draw' | 'play'
  colour: 'red' | 'yellow' | 'green' | 'blue' | null
  numbers: readonly (number)[]
  places: readonly (number)[]
  cards: readonly (string)[]
}

export interface Sheet {
  rows: readonly (readonly (number)[])[]
  locks: readonly ('red' | 'yellow' | 'green' | 'blue')[]
  penalties: number
  points: readonly (number)[]
  total: number
}

export interface Dice {
  white: readonly [number, number]
  coloured: readonly (number | null)[]
}

export interface Outcome {
  reason: 'two_rows' | 'four_penalties'
  totals: readonly (number)[]
  places: readonly (number)[]
}

export interface PublicView {
  phase: 'start' | 'deal' | 'roll' | 'common' | 'own' | 'draw' | 'shuffle' | 'play' | 'over'
  turn: number
  active: number
  to_act: readonly (number)[]
  sheets: readonly (Sheet)[]
  closed_rows: readonly ('red' | 'yellow' | 'green' | 'blue')[]
  dice: Dice | null
  common_number: number | null
  crossed: boolean
  crossed_with: Choice | null
  outcome: Outcome | null
  hand_sizes: readonly (number)[]
  hand_numbers: readonly (readonly (number)[])[] | null
  display: readonly (number | null)[]
  deck_top: number | null
  deck_count: number
  discard_count: number
}

export interface View {
  seat: number | null
  chosen: Choice | null
  choices: readonly (Choice)[]
  hand: readonly (string)[]
  public: PublicView
}

export interface TableSettings {
  time_limit: number | null
  patience: number
  hints: boolean | null
  daily: string | null
  public: boolean
}

export interface SeatInfo {
  name: string | null
  bot: string | null
  character: 'Nino' | 'Mila' | 'Leo' | 'Vera' | 'Ada' | 'Otto' | null
  face: 'cat' | 'rabbit' | 'bear' | 'owl' | 'fox' | 'frog' | 'mouse' | 'penguin' | 'sheep' | 'elephant' | 'octopus' | 'dog' | null
  present: boolean
  covered: boolean
  rematch: boolean
}

export interface Commitment {
  game: number
  hash: string
  contributed: readonly (number)[]
}

export interface TableInfo {
  table: string
  game: 'dice' | 'cards' | 'cards_joker' | 'solo'
  options: Readonly<Record<string, string>>
  seats: readonly (SeatInfo)[]
  settings: TableSettings
  state: 'open' | 'playing' | 'over'
  games_played: number
  commitments: readonly (Commitment)[]
  host: number | null
  code: string | null
}

export interface TableSummary {
  table: string
  game: 'dice' | 'cards' | 'cards_joker' | 'solo'
  options: Readonly<Record<string, string>>
  seats: readonly (SeatInfo)[]
  settings: TableSettings
  state: 'open' | 'playing' | 'over'
  games_played: number
  commitments: readonly (Commitment)[]
  host: number | null
  code: string | null
  turn: number
  to_act: readonly (number)[]
  totals: readonly (number)[]
}

export interface Joined {
  type: 'joined'
  seat: number
  name: string
}

export interface Left {
  type: 'left'
  seat: number
  name: string
  removed: boolean
}

export interface Moved {
  type: 'moved'
  seat: number
  to: number
}

export interface Began {
  type: 'began'
  seat: number
  rolls: readonly (number)[]
}

export interface Rolled {
  type: 'rolled'
  seat: number
  dice: Dice
}

export interface Drew {
  type: 'drew'
  seat: number
  places: readonly (number)[]
  numbers: readonly (number)[]
}

export interface Reshuffled {
  type: 'reshuffled'
  cards: number
}

export interface Played {
  type: 'played'
  seat: number
  cards: readonly (string)[]
}

export interface Crossed {
  type: 'crossed'
  seat: number
  colour: 'red' | 'yellow' | 'green' | 'blue'
  numbers: readonly (number)[]
}

export interface Passed {
  type: 'passed'
  seat: number
}

export interface Locked {
  type: 'locked'
  seat: number
  colour: 'red' | 'yellow' | 'green' | 'blue'
}

export interface Penalised {
  type: 'penalised'
  seat: number
  penalties: number
}

export interface Ended {
  type: 'ended'
  outcome: Outcome
}

export interface Covered {
  type: 'covered'
  seat: number
}

export interface Returned {
  type: 'returned'
  seat: number
  choices: number
}

export interface TimedOut {
  type: 'timed_out'
  seat: number
  passed: boolean
}

export interface Said {
  type: 'said'
  seat: number
  text: string
}

export interface Reacted {
  type: 'reacted'
  seat: number
  reaction: 'well_done' | 'ouch' | 'lucky' | 'thinking' | 'thanks' | 'hurry'
}

export interface HappeningWithSeq {
  seq: number
  what: Joined | Left | Moved | Began | Rolled | Drew | Reshuffled | Played | Crossed | Passed | Locked | Penalised | Ended | Covered | Returned | TimedOut | Said | Reacted
}

export interface PadMark {
  n: number
  kind: 'cross' | 'penalty' | 'undo' | 'close' | 'end'
  seen: number
  colour: 'red' | 'yellow' | 'green' | 'blue' | null
  number: number | null
  undone: number | null
  late: boolean
}

export interface Marked {
  type: 'marked'
  seat: number
  mark: PadMark
}

export interface Retracted {
  type: 'retracted'
  seat: number
  owner: number
  n: number
}

export interface RollEntered {
  type: 'roll_entered'
  seat: number
  dice: Dice
}

export interface Finished {
  type: 'finished'
  seat: number
}

export interface Reopened {
  type: 'reopened'
  seat: number
}

export interface Renewed {
  type: 'renewed'
  seat: number
}

export interface Restored {
  type: 'restored'
  seat: number
}

export interface PadHappeningWithSeq {
  seq: number
  what: Joined | Marked | Retracted | RollEntered | Finished | Reopened | Renewed | Restored
}

export interface PadSeat {
  name: string
  present: boolean
}

export interface PadInfo {
  pad: string
  game: 'dice' | 'cards' | 'cards_joker'
  seats: readonly (PadSeat)[]
  games: number
  can_restore: boolean
}

export interface Write {
  type: 'write'
  id: number
  game: number
  mark: PadMark
}

export interface Retract {
  type: 'retract'
  id: number
  game: number
  seat: number
  n: number
}

export interface EnterRoll {
  type: 'enter_roll'
  id: number
  game: number
  seat: number
  dice: Dice
}

export interface Finish {
  type: 'finish'
  id: number
  game: number
}

export interface Reopen {
  type: 'reopen'
  id: number
  game: number
}

export interface Renew {
  type: 'renew'
  id: number
  game: number
}

export interface Restore {
  type: 'restore'
  id: number
  game: number
}

export interface Welcome {
  type: 'welcome'
  protocol: number
  seat: number | null
  private_link: string | null
  kept_days: number
  chat: boolean
  heartbeat_seconds: number
}

export interface Away {
  seat: number
  seconds: number | null
}

export interface Update {
  type: 'update'
  version: number
  fresh: boolean
  happened: readonly (HappeningWithSeq)[]
  info: TableInfo
  view: View | null
  seconds_left: number | null
  away: readonly (Away)[]
  rematch_overdue: boolean
}

export interface PadUpdate {
  type: 'pad'
  version: number
  fresh: boolean
  happened: readonly (PadHappeningWithSeq)[]
  info: PadInfo
}

export interface Done {
  type: 'done'
  id: number
  version: number
}

export interface Refused {
  type: 'refused'
  id: number | null
  reason: Reason
}

export interface Answer {
  type: 'answer'
  id: number
  choice: string
  reason: Reason | null
}

export interface Hinted {
  type: 'hinted'
  id: number
  version: number
  advice: Advice
}

export interface Pong {
  type: 'pong'
  id: number
}

export interface Choose {
  type: 'choose'
  id: number
  version: number
  choice: string
}

export interface Withdraw {
  type: 'withdraw'
  id: number
  version: number
}

export interface Ask {
  type: 'ask'
  id: number
  choice: string
}

export interface Start {
  type: 'start'
  id: number
}

export interface Leave {
  type: 'leave'
  id: number
}

export interface Introduce {
  type: 'introduce'
  id: number
  name: string | null
  face: 'cat' | 'rabbit' | 'bear' | 'owl' | 'fox' | 'frog' | 'mouse' | 'penguin' | 'sheep' | 'elephant' | 'octopus' | 'dog' | null
}

export interface Move {
  type: 'move'
  id: number
  seat: number
  to: number
}

export interface Remove {
  type: 'remove'
  id: number
  seat: number
}

export interface Cover {
  type: 'cover'
  id: number
  seat: number
}

export interface Rematch {
  type: 'rematch'
  id: number
  wanted: boolean
}

export interface Contribute {
  type: 'contribute'
  id: number
  game: number
  value: string
}

export interface Hint {
  type: 'hint'
  id: number
}

export interface Ping {
  type: 'ping'
  id: number
}

export interface Say {
  type: 'say'
  id: number
  text: string
}

export interface React {
  type: 'react'
  id: number
  reaction: 'well_done' | 'ouch' | 'lucky' | 'thinking' | 'thanks' | 'hurry'
}

export interface NewSeat {
  bot: string | null
}

export interface NewTable {
  game: 'dice' | 'cards' | 'cards_joker' | 'solo'
  seats: readonly (NewSeat)[]
  name: string | null
  options: Readonly<Record<string, string>>
  settings: TableSettings
  contributes: boolean
  face: 'cat' | 'rabbit' | 'bear' | 'owl' | 'fox' | 'frog' | 'mouse' | 'penguin' | 'sheep' | 'elephant' | 'octopus' | 'dog' | null
  key: string | null
}

export interface NewPad {
  game: 'dice' | 'cards' | 'cards_joker'
  name: string
  key: string | null
}

export interface Join {
  name: string
  contributes: boolean
  key: string | null
  face: 'cat' | 'rabbit' | 'bear' | 'owl' | 'fox' | 'frog' | 'mouse' | 'penguin' | 'sheep' | 'elephant' | 'octopus' | 'dog' | null
}

export interface FoundTable {
  table: string
}

export interface Address {
  url: string | null
}

export interface PublicTables {
  tables: readonly (TableInfo)[]
}

export interface JoinPad {
  name: string
  key: string | null
}

export interface PadQuestion {
  logs: readonly (readonly (PadMark)[])[]
  seat: number
  active: number
  dice: Dice
  rolled: number
}

export interface Seated {
  table: string
  seat: number | null
  commitments: readonly (Commitment)[]
}

export interface GameReview {
  review: Review
  views: readonly (View)[]
}

export interface PosedPuzzle {
  puzzle: Puzzle
  view: View
  refusals: Readonly<Record<string, Reason>>
}

export interface Frequencies {
  counts: readonly (number)[]
  chi_squared: number
  degrees: number
  p: number
}

export interface Statistics {
  games: number
  rolls: number
  dice: Readonly<Record<'white' | 'red' | 'yellow' | 'green' | 'blue', Frequencies>>
  white_pairs: Frequencies
}

export interface DailyDeal {
  date: string
  today: string
  first: string
  seconds_left: number
  puzzle_game: 'dice' | 'cards' | 'cards_joker' | 'solo'
  puzzle_seed: number
}

export interface DailyPar {
  date: string
  expected: number
  total: number
  sheet: Sheet
}

export interface FirstDrawn {
  type: 'first_drawn'
  seat: number
}

export interface FirstSixRolled {
  type: 'first_six_rolled'
  rolls: readonly (number)[]
}

export interface DiceRolled {
  type: 'dice_rolled'
  dice: Dice
}

export interface CardsShuffled {
  type: 'cards_shuffled'
  cards: readonly (string)[]
}

export interface ReplaySeat {
  name: string
  character: 'Nino' | 'Mila' | 'Leo' | 'Vera' | 'Ada' | 'Otto' | null
}

export interface ReplayStep {
  happened: readonly (Joined | Left | Moved | Began | Rolled | Drew | Reshuffled | Played | Crossed | Passed | Locked | Penalised | Ended | Covered | Returned | TimedOut)[]
  view: PublicView
  sheets: readonly (number)[]
  hands: readonly (number)[]
}

export interface ReplayTurn {
  begins: number
  text: string
}

export interface Replay {
  game: 'dice' | 'cards' | 'cards_joker' | 'solo'
  options: Readonly<Record<string, string>>
  seats: readonly (ReplaySeat)[]
  tags: Readonly<Record<string, readonly (string)[]>>
  began_at: number | null
  number: number | null
  sheets: readonly (Sheet)[]
  hands: readonly (readonly (string)[])[]
  steps: readonly (ReplayStep)[]
  turns: readonly (ReplayTurn)[]
  drawn: readonly (FirstDrawn | FirstSixRolled | DiceRolled | CardsShuffled)[]
  text: string
}

export interface RecordToReplay {
  record: string
}

export interface Problem {
  reason: Reason
}

export const DEFAULT_SETTINGS: TableSettings = { time_limit: null, patience: 60, hints: null, daily: null, public: false }

export type GameHappening = Joined | Left | Moved | Began | Rolled | Drew | Reshuffled | Played | Crossed | Passed | Locked | Penalised | Ended | Covered | Returned | TimedOut

export type Happening = Joined | Left | Moved | Began | Rolled | Drew | Reshuffled | Played | Crossed | Passed | Locked | Penalised | Ended | Covered | Returned | TimedOut | Said | Reacted

export type Drawn = FirstDrawn | FirstSixRolled | DiceRolled | CardsShuffled

export type PadHappening = Joined | Marked | Retracted | RollEntered | Finished | Reopened | Renewed | Restored

export type ServerMessage = Welcome | Update | PadUpdate | Done | Refused | Answer | Hinted | Pong

export type ClientMessage = Choose | Withdraw | Start | Leave | Cover | Rematch | Contribute | Introduce | Move | Remove | Say | React | Ask | Hint | Ping | Write | Retract | EnterRoll | Finish | Reopen | Renew | Restore
