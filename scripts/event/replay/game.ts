import type { SeedEvent } from '~/server/event-import'
import type { GameInfo } from '~/server/games/contract'
import { HOUR_MS, wireTime } from '~/server/platform/time'
import type { Http } from './http'
import { inParallel } from './pool'
import { Progress } from './progress'

export interface LiveGame {
  id: number
  /** Ids, by index in the event. */
  challenges: number[]
}

const WIDTH = 4

/** Logs in; null when name and password do not fit. */
export async function logIn(http: Http, userName: string, password: string): Promise<string | null> {
  const call = { method: 'POST', path: '/api/account/login', body: { userName, password } } as const
  const answer = await http.call(call)
  if (answer.status === 401) return null
  if (answer.status !== 200 || !answer.cookie) throw http.fault(call, answer)
  return answer.cookie
}

const gameBody = (event: SeedEvent, start: number, end: number) => ({
  title: event.title,
  summary: event.summary,
  content: event.content,
  start: wireTime(start),
  end: wireTime(end),
  organizations: event.divisions,
  acceptWithoutReview: true,
  practiceMode: true
})

/** Creates a running game with the event's challenges, open, each with its flag. */
export async function createGame(http: Http, cookie: string, event: SeedEvent): Promise<LiveGame> {
  const now = Date.now()
  const body = gameBody(event, now, now + 24 * HOUR_MS)
  const { id } = await http.need<GameInfo>({ method: 'POST', path: '/api/edit/games', body, cookie })
  const path = `/api/edit/games/${id}/challenges`
  const progress = new Progress('Challenges', event.challenges.length)
  const challenges = await inParallel(event.challenges, WIDTH, async (challenge) => {
    const { title, category, content, hints, flag } = challenge
    const made = await http.need<{ id: number }>({ method: 'POST', path, body: { title, category }, cookie })
    const own = `${path}/${made.id}`
    await http.need({ method: 'POST', path: `${own}/flags`, body: [{ flag }], cookie })
    const { score: originalScore, minScoreRate, difficulty, scoring } = challenge
    const values = { content, hints, originalScore, minScoreRate, difficulty, scoring, isEnabled: true }
    await http.need({ method: 'PUT', path: own, body: values, cookie })
    progress.step()
    return made.id
  })
  progress.end()
  return { id, challenges }
}

/** Starts the game now. @param length milliseconds until its end */
export async function startGame(
  http: Http,
  cookie: string,
  event: SeedEvent,
  game: LiveGame,
  length: number
): Promise<void> {
  const now = Date.now()
  const body = gameBody(event, now, now + length)
  await http.need({ method: 'PUT', path: `/api/edit/games/${game.id}`, body, cookie })
}
