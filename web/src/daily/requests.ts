/** Requests about a day. */
import { PATIENCE_FOR_THOUGHT, request } from '../api'
import type { DailyDeal, DailyPar } from '../protocol'

/** What is the same for everyone on a day, or today. */
export async function dailyDeal(date: string | null): Promise<DailyDeal> {
  const path = date === null ? '/api/daily' : `/api/daily/${encodeURIComponent(date)}`
  return (await request(path)).json() as Promise<DailyDeal>
}

export async function dailyPar(date: string): Promise<DailyPar> {
  return (await request(`/api/daily/${date}/par`, undefined, PATIENCE_FOR_THOUGHT)).json() as Promise<DailyPar>
}
