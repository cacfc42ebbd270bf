import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_ORIGIN, demoEvent, importEvent, type SeedEvent, shiftEvent } from '~/server/event-import'
import { isAppError } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { MINUTE_MS } from '~/server/platform/time'
import { createServices, type Services } from '~/server/services'
import { print, UserError } from '../../shared/output'
import { announceGame, ctxOf, type Platform, withPlatform } from '../../shared/platform'
import { type Step, stepsOf } from '../guesses'
import {
  type DemoGame,
  endDemos,
  firstAdmin,
  formerDemos,
  pairOf,
  readDemo,
  removeTeams,
  runningDemo
} from './game'
import { keepLogBook } from './log-book'

/** The share of the event that has been played when a demo game begins. */
const PAST_SHARE = 0.4
/** The last part of a game, in which nothing is sent; a game with less time left is not continued. */
const MARGIN_MS = 60_000
/** More than 1 sends more flags at the begin of a game, where most visitors look; 1 spreads them evenly. */
const SLOWING = 1.6
/** How long the home page shows an ended game before the next one begins. */
const REST_MS = 5 * MINUTE_MS
const RETRY_MS = 3000
const RETRIES = 40

/**
 * Plays the bundled event over and over: the first part at once, the rest until the game ends, then a new game.
 * Only the last ended game is kept. It calls the services directly, so rate limits do not apply.
 * @param url where the platform's pages are
 */
export async function keepDemo(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { end } = await playDemo(url, signal)
    if (!(await pause(end.getTime() + REST_MS - Date.now(), signal))) return
  }
}

/** Plays one game to its end, or continues an interrupted one. @param playMs its length; null: nearly until the game ends */
export async function playDemo(
  url: string,
  signal: AbortSignal,
  playMs: number | null = null
): Promise<DemoGame> {
  return withPlatform(async (platform) => {
    const { cache, db, env, log } = platform
    if (!cache) throw new UserError('The demo needs Redis.')
    const services = createServices({ ...cache, db, env: { ...env, HALYARD_RATE_LIMITS: 'off' }, log })
    const { submissions, instances } = services
    const over = new AbortController()
    try {
      const event = demoEvent()
      const game = (await interrupted(platform, event)) ?? (await begin(platform, services, event))
      print(`Watch the demo: ${url}/games/${game.gameId}/Scoreboard`)
      const logBook = keepLogBook({
        services,
        db,
        game,
        signal: AbortSignal.any([signal, over.signal])
      }).catch((error: Error) => print(`The demo's challenge with instances is left alone: ${error.message}`))
      const time = playMs ?? game.end.getTime() - MARGIN_MS - Date.now()
      await play({ submissions, game, time, signal }, remaining(event, game))
      await submissions.idle()
      // Instances come and go until the game ends.
      if (playMs === null) await pause(game.end.getTime() - Date.now(), signal)
      over.abort()
      await logBook
      return game
    } finally {
      over.abort()
      instances.notifications.close()
    }
  })
}

/** Event time at which the live part begins. */
const cutOf = ({ start, end }: SeedEvent) => start + (end - start) * PAST_SHARE

function remaining(event: SeedEvent, { solved }: DemoGame): Step[] {
  return stepsOf(
    event,
    event.solves.filter((solve) => !solved.has(pairOf(solve)))
  )
}

/** A demo game that was interrupted and has enough time left. */
async function interrupted({ db }: Platform, event: SeedEvent): Promise<DemoGame | null> {
  const gameId = await runningDemo(db)
  if (gameId === null) return null
  const game = await readDemo(db, gameId, event)
  const hasTime = game.end.getTime() - Date.now() > 2 * MARGIN_MS
  return hasTime && remaining(event, game).length > 0 ? game : null
}

/** Creates a demo game with its first part played, and deletes all ended ones except the last. */
async function begin(platform: Platform, services: Services, event: SeedEvent): Promise<DemoGame> {
  const { db } = platform
  for (const gameId of await endDemos(db)) await announceGame(platform, gameId, 'refresh')
  const admin = await firstAdmin(db)
  for (const gameId of admin ? await formerDemos(db) : []) {
    await services.games.remove(ctxOf(admin), gameId)
    await removeTeams(db, gameId, event.teams.length)
  }
  const ctx = ctxOf()
  const cut = cutOf(event)
  const past = { ...event, solves: event.solves.filter(({ at }) => at <= cut) }
  const { gameId } = await importEvent(platform, ctx, shiftEvent(past, Math.round(cut), ctx.now.getTime()), {
    origin: `${DEMO_ORIGIN}${uuid7(ctx.now)}`,
    open: true
  })
  await announceGame(platform, gameId)
  return readDemo(db, gameId, event)
}

interface Stage {
  submissions: Services['submissions']
  game: DemoGame
  time: number
  signal: AbortSignal
}

async function play({ submissions, game, time, signal }: Stage, steps: Step[]): Promise<void> {
  const began = Date.now()
  for (const [index, step] of steps.entries()) {
    const due = began + time * (index / steps.length) ** SLOWING
    if (!(await pause(due - Date.now(), signal))) return
    const actor = game.captains[step.team]
    const challengeId = game.challenges[step.challenge]
    if (!actor || challengeId === undefined) continue
    const sent = await send(
      () => submissions.submit(ctxOf(actor), game.gameId, challengeId, step.flag),
      signal
    )
    if (sent === 'over') return
  }
}

/**
 * Sends one flag; tries again while a store is away. Skips what an administrator forbids (a suspended team, a disabled
 * challenge), and ends the game when it was ended or deleted.
 */
async function send(
  submit: () => Promise<unknown>,
  signal: AbortSignal
): Promise<'sent' | 'refused' | 'over'> {
  for (let attempt = 1; ; attempt++) {
    try {
      await submit()
      return 'sent'
    } catch (error) {
      const code = isAppError(error) && error.status < 500 ? error.code : null
      if (code === 'game.not_found' || code === 'game.ended') return 'over'
      if (code) return 'refused'
      if (attempt === RETRIES) throw error
      if (!(await pause(RETRY_MS, signal))) return 'over'
    }
  }
}

/** @returns false when the signal came first */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(Math.max(ms, 0), true, { signal }).catch(() => false)
