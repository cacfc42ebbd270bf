import { delay, fetchJson } from '../runtime/calls'
import type { FeedNotice } from './notice'

/** Longest random wait before each try, in milliseconds, because all clients fetch at once. */
const SPREAD = 1500
const TRIES = 5

/** Retries while the server is busy or the list is older than notice `id`; null when no list came. */
export async function noticesWith(gameId: number, id?: number): Promise<FeedNotice[] | null> {
  let all: FeedNotice[] | null = null
  for (let tries = TRIES; tries--; ) {
    await delay(Math.random() * SPREAD)
    all = await fetchJson<FeedNotice[]>(`/games/${gameId}/Challenges/Notices`).catch(() => all)
    if (all && (!id || all.some((one) => one.id === id))) break
  }
  return all
}
