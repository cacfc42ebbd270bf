import { type Encoded, encode } from './load'
import type { Seeded } from './seed'

export const JSON_TYPE = { 'Content-Type': 'application/json' }

export const submission = (game: Seeded, team: number, challenge: number, flag: string): Encoded =>
  encode(
    'POST',
    `/api/game/${game.gameId}/challenges/${game.challengeIds[challenge]}`,
    { ...JSON_TYPE, Cookie: game.cookies[team]! },
    JSON.stringify({ flag })
  )

/** The n-th right flag: every team solves challenge 0, then 1, … */
export const rightFlag = (game: Seeded, n: number): Encoded | null => {
  const challenge = Math.floor(n / game.cookies.length)
  if (challenge >= game.challengeIds.length) return null
  return submission(game, n % game.cookies.length, challenge, `flag{${game.challengeIds[challenge]}}`)
}
