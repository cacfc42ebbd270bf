import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PORT, probeReference } from '~/jobs/instances/probe/image'
import type { Actor } from '~/server/access/contract'
import type { Database } from '~/server/db'
import type { EngineView } from '~/server/engines/contract'
import type { Services } from '~/server/services'
import { print } from '../../shared/output'
import { ctxOf } from '../../shared/platform'
import { type DemoGame, firstAdmin } from './game'

/** The longest that an engine may take to be connected and tested. */
const ENGINE_TIMEOUT_MS = 20_000
const POLL_MS = 500
/** Every two minutes, with visits of three minutes, so that one or two instances run. */
const EVERY_MS = 120_000
const STAY_MS = 180_000

const TITLE = 'The Log Book'
const CONTENT = `The harbour master answers whoever rings. Three right answers, and the log book lies open on the desk.

Start an instance: that is an office for your crew alone. Then ring where it says:

\`\`\`
nc HOST PORT
\`\`\`

The flag is the last line of the page. No two crews read the same one, so copying from the neighbours does not help.`

interface Needs {
  services: Pick<Services, 'engines' | 'challenges' | 'instances'>
  db: Database
  game: DemoGame
  signal: AbortSignal
}

/** Adds a challenge with a container and starts instances of it until `signal`; without a usable engine it prints why. */
export async function keepLogBook(needs: Needs): Promise<void> {
  const { services, game, signal } = needs
  const admin = await firstAdmin(needs.db)
  const engine = admin ? await usableEngine(services, admin, signal) : 'there is no administrator to add it'
  if (signal.aborted) return
  if (!admin || typeof engine === 'string') {
    print(`The demo has no challenge with instances: ${engine}.`)
    return
  }
  const challengeId = await challengeOf(services, admin, game.gameId, engine)
  print(`The demo has a challenge with instances: ${TITLE}.`)
  await runVisits(needs, challengeId)
}

/** The reason why an engine cannot start instances; null if it can. */
function faultOf(engine: EngineView | undefined): string | null {
  if (!engine) return 'no container engine is connected'
  if (engine.state !== 'up') return 'the container engine does not answer'
  if (engine.draining) return 'the container engine takes no new instances'
  if (engine.guard === 'guarded' || engine.accepted) return null
  return engine.guard === 'unknown'
    ? 'the container engine could not be tested yet'
    : 'the container engine is not secured, see Engines in the administration'
}

/** A usable engine, or the reason why there is none after the timeout. */
async function usableEngine(
  { engines }: Needs['services'],
  admin: Actor,
  signal: AbortSignal
): Promise<EngineView | string> {
  for (const until = Date.now() + ENGINE_TIMEOUT_MS; ; ) {
    const all = await engines.list(ctxOf(admin))
    const usable = all.find((engine) => faultOf(engine) === null)
    if (usable) return usable
    if (Date.now() > until || !(await pause(POLL_MS, signal))) return faultOf(all[0]) ?? ''
  }
}

/** The challenge's id; creates it when the game does not have it. */
async function challengeOf(
  { challenges }: Needs['services'],
  admin: Actor,
  gameId: number,
  engine: EngineView
): Promise<number> {
  const ctx = () => ctxOf(admin)
  const known = (await challenges.editList(ctx(), gameId)).find(({ title }) => title === TITLE)
  if (known) return known.id
  const { id } = await challenges.create(ctx(), gameId, {
    title: TITLE,
    category: 'Misc',
    type: 'DynamicContainer'
  })
  await challenges.update(ctx(), gameId, id, {
    content: CONTENT,
    hints: [
      'Sailors spell by alphabet and call for help by flag: both are in the International Code of Signals.'
    ],
    flagTemplate: 'flag{any_port_in_a_storm_[TEAM_HASH]}',
    containerImage: await probeReference(engine.info?.architecture ?? ''),
    containerExposePort: DEMO_PORT,
    originalScore: 200,
    memoryLimit: 32,
    cpuCount: 1,
    isEnabled: true
  })
  return id
}

/** Starts visits until the signal, then waits for those that have begun. */
async function runVisits({ services, game, signal }: Needs, challengeId: number): Promise<void> {
  const crews = game.captains.filter((captain) => captain !== undefined)
  const visits: Promise<void>[] = []
  for (let n = 0; crews.length > 0 && !signal.aborted; n++) {
    visits.push(visit(services, crews[n % crews.length]!, game.gameId, challengeId, signal))
    await pause(EVERY_MS, signal)
  }
  await Promise.all(visits)
}

/** A team runs an instance for a while. Never throws: after a refusal or a store failure the next team tries again. */
async function visit(
  { instances }: Needs['services'],
  captain: Actor,
  gameId: number,
  challengeId: number,
  signal: AbortSignal
): Promise<void> {
  await instances
    .request(ctxOf(captain), gameId, challengeId)
    .then(() => pause(STAY_MS, signal))
    .then(() => instances.destroy(ctxOf(captain), gameId, challengeId))
    .catch(() => {})
}

/** @returns false when the signal came first */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal }).catch(() => false)
