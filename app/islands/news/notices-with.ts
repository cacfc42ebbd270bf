import { call, pause } from '../runtime/calls'
import type { FeedNotice } from './notice'

/** Longest wait before each try, in milliseconds: at random, as everybody asks in the same moment. */
const SPREAD = 1500
const TRIES = 5

/**
 * The notices of a game, rendered. Asks again while the server is busy, or the list was read just before the notice `id`;
 * gives the newest list that came, null when none did.
 */
export async function noticesWith(gameId: number, id?: number): Promise<FeedNotice[] | null> {
  let all: FeedNotice[] | null = null
  for (let tries = TRIES; tries--; ) {
    await pause(Math.random() * SPREAD)
    all = await call<FeedNotice[]>(`/games/${gameId}/Challenges/Notices`).catch(() => all)
    if (all && (!id || all.some((one) => one.id === id))) break
  }
  return all
}
