import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { DEMO_ORIGIN, demoEvent, importEvent, moved, type SeedEvent } from '~/server/seed'
import { createServices, type Services } from '~/server/services'
import { type Step, stepsOf } from '../guesses'
import { print, UserError } from '../output'
import { announceGame, ctxOf, type Platform, withPlatform } from '../platform'
import {
  type DemoGame,
  endDemos,
  firstAdmin,
  formerDemos,
  pairOf,
  readDemo,
  removeCrews,
  runningDemo
} from './game'
import { keepLogBook } from './log-book'

/** The part of the event that lies in the past when a demo game begins. */
const PAST_SHARE = 0.4
/** A demo game that ends sooner than this is not continued, and nothing is sent in its last part. */
const MARGIN_MS = 60_000
/** The flags of a game come faster at its begin, where somebody looks first: 1 would spread them evenly. */
const SLOWING = 1.6
/** How long a game that has ended is left on the home page before the next one begins. */
const REST_MS = 5 * 60_000
const RETRY_MS = 3000
const RETRIES = 40

/**
 * Plays the bundled event on the platform whose stores the environment names, again and again: its first part is there at
 * once, the rest follows until the game ends, and some minutes later the next game begins. Of the games that have ended the
 * last one stays. It uses the services themselves, so rate limits do not hold it up.
 * @param url where the platform's pages are
 */
export async function keepDemo(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { end } = await playDemo(url, signal)
    if (!(await pause(end.getTime() + REST_MS - Date.now(), signal))) return
  }
}

/**
 * Plays one game to its end; one that was interrupted goes on.
 * @param playMs how long it takes; null: nearly until the game ends
 */
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
      instances.signals.close()
    }
  })
}

/** Event time from which a demo game is played live. */
const cutOf = ({ start, end }: SeedEvent) => start + (end - start) * PAST_SHARE

function remaining(event: SeedEvent, { solved }: DemoGame): Step[] {
  return stepsOf(
    event,
    event.solves.filter((solve) => !solved.has(pairOf(solve)))
  )
}

/** A demo game that still has something to play and the time for it. */
async function interrupted({ db }: Platform, event: SeedEvent): Promise<DemoGame | null> {
  const gameId = await runningDemo(db)
  if (gameId === null) return null
  const game = await readDemo(db, gameId, event)
  const hasTime = game.end.getTime() - Date.now() > 2 * MARGIN_MS
  return hasTime && remaining(event, game).length > 0 ? game : null
}

/** A new demo game, its first part already played. Of those that have ended the last one stays. */
async function begin(platform: Platform, services: Services, event: SeedEvent): Promise<DemoGame> {
  const { db } = platform
  for (const gameId of await endDemos(db)) await announceGame(platform, gameId, 'refresh')
  const admin = await firstAdmin(db)
  for (const gameId of admin ? await formerDemos(db) : []) {
    await services.games.remove(ctxOf(admin), gameId)
    await removeCrews(db, gameId, event.teams.length)
  }
  const ctx = ctxOf()
  const cut = cutOf(event)
  const past = { ...event, solves: event.solves.filter(({ at }) => at <= cut) }
  const { gameId } = await importEvent(platform, ctx, moved(past, Math.round(cut), ctx.now.getTime()), {
    origin: `${DEMO_ORIGIN}${uuid7(ctx.now)}`,
    open: true
  })
  await announceGame(platform, gameId)
  return readDemo(db, gameId, event)
}

interface Stage {
  submissions: Services['submissions']
  game: DemoGame
  /** Milliseconds that all steps together take. */
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
 * Sends one flag, trying again while a store is away. What an administrator forbids (a suspended team, a disabled
 * challenge) is left out; a game that was ended or deleted is over.
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
