import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { DEMO_ORIGIN, demoEvent, importEvent, moved, type SeedEvent } from '~/server/seed'
import { createServices, type Services } from '~/server/services'
import { type Step, stepsOf } from '../guesses'
import { announceGame, ctxOf, type Platform, withPlatform } from '../platform'
import { Fault, print } from '../say'
import { type DemoGame, endDemos, pairOf, readDemo, runningDemo } from './game'
import { keepLogBook } from './log-book'

/** The part of the event that lies in the past when a demo game begins. */
const PAST_SHARE = 0.4
/** How long the rest of it takes to play, in milliseconds. */
const PLAY_MS = 15 * 60_000
/** A demo game that ends sooner than this after its last step is not continued. */
const MARGIN_MS = 5 * 60_000
const RETRY_MS = 3000
const RETRIES = 40

/**
 * Plays the bundled event on the platform whose stores the environment names: its first part is there at once, the
 * rest follows over a quarter of an hour, and the game stays open. A demo game that was interrupted goes on.
 * It uses the services themselves, so rate limits do not hold it up.
 * @param url where the platform's pages are
 * @param playMs how long the rest takes
 */
export async function playDemo(url: string, signal: AbortSignal, playMs = PLAY_MS): Promise<void> {
  await withPlatform(async (platform) => {
    const { cache, db, env, log } = platform
    if (!cache) throw new Fault('The demo needs Redis.')
    const event = demoEvent()
    const speed = (event.end - cutOf(event)) / playMs
    const game = (await interrupted(platform, event, speed)) ?? (await begin(platform, event))
    print(`Watch the demo: ${url}/games/${game.gameId}/Scoreboard`)
    const services = createServices({ ...cache, db, env: { ...env, HALYARD_RATE_LIMITS: 'off' }, log })
    const { submissions, instances } = services
    const played = new AbortController()
    const over = AbortSignal.any([signal, played.signal])
    const logBook = keepLogBook({ services, db, game, signal: over }).catch((error: Error) =>
      print(`The demo's challenge with instances is left alone: ${error.message}`)
    )
    try {
      await Promise.all([
        logBook,
        play({ submissions, game, speed, signal }, remaining(event, game)).finally(() => played.abort())
      ])
      await submissions.idle()
    } finally {
      instances.signals.close()
    }
    if (!signal.aborted) print('The demo has been played. Its game stays open for a while.')
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
async function interrupted({ db }: Platform, event: SeedEvent, speed: number): Promise<DemoGame | null> {
  const gameId = await runningDemo(db)
  if (gameId === null) return null
  const game = await readDemo(db, gameId, event)
  const steps = remaining(event, game)
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return null
  const needed = (last.at - first.at) / speed + MARGIN_MS
  return game.end.getTime() - Date.now() > needed ? game : null
}

/** A new demo game, its first part already played. */
async function begin(platform: Platform, event: SeedEvent): Promise<DemoGame> {
  for (const gameId of await endDemos(platform.db)) await announceGame(platform, gameId, 'refresh')
  const ctx = ctxOf()
  const cut = cutOf(event)
  const past = { ...event, solves: event.solves.filter(({ at }) => at <= cut) }
  const { gameId } = await importEvent(platform, ctx, moved(past, Math.round(cut), ctx.now.getTime()), {
    origin: `${DEMO_ORIGIN}${uuid7(ctx.now)}`,
    open: true
  })
  await announceGame(platform, gameId)
  return readDemo(platform.db, gameId, event)
}

interface Stage {
  submissions: Services['submissions']
  game: DemoGame
  /** Milliseconds of the event that pass in one. */
  speed: number
  signal: AbortSignal
}

async function play({ submissions, game, speed, signal }: Stage, steps: Step[]): Promise<void> {
  const began = Date.now()
  const first = steps[0]?.at ?? 0
  for (const step of steps) {
    const due = began + (step.at - first) / speed
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
      const code = error instanceof AppError && error.status < 500 ? error.code : null
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
