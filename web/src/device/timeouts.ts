// Milliseconds until a worker counts as dead: a slow phone has to start Python first, then everything is answered at once.
export const START_TIMEOUT = 45_000
export const REPLY_TIMEOUT = 10_000
