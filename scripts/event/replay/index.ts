import { setTimeout as sleep } from 'node:timers/promises'
import type { Scoreboard } from '~/scoring/rules'
import type { Database } from '~/server/db'
import type { SeedEvent } from '~/server/event-import'
import { MINUTE_MS } from '~/server/platform/time'
import { plural, print, printStatus } from '../../shared/output'
import type { ReplayOptions } from '../args'
import { readEventFile } from '../file'
import { type Step, stepsOf } from '../guesses'
import { type AdminOptions, openAdminSession } from './admin'
import { createGame, startGame } from './game'
import { Http } from './http'
import { type Played, playSteps, type Table } from './play'
import { isGood, type Outcome, reportOf } from './report'
import { Spectator } from './spectator'
import { enrolTeams } from './teams'
import { Verdicts } from './verdicts'
import { againstLedger, againstSent, differences } from './verify'

/** Connections, and players with a socket of their own: both bound the load. */
const CONNECTIONS = 48
const SOCKETS = 48
const USUAL_MS = 60_000
const SPARE_MS = 30 * MINUTE_MS
const SETTLE_MS = 20_000
/** Division of teams without one, in an event that has divisions. */
const NO_DIVISION = 'Open'

/** Plays an event live by the HTTP API. @returns 0 when every flag was judged and all boards agree, otherwise 1 */
export async function replayFile(
  options: ReplayOptions & AdminOptions & { url: string },
  signal: AbortSignal
): Promise<number> {
  const { file, limit, url } = options
  const event = divided(part(await readEventFile(file), limit))
  const steps = stepsOf(event, event.solves)
  const span = (steps.at(-1)?.at ?? 0) - (steps[0]?.at ?? 0)
  const speed = options.speed ?? Math.max(span / USUAL_MS, 1)
  const time = Number.isFinite(speed) ? `${(span / speed / 1000).toFixed(0)} s` : 'as fast as it goes'
  const { teams, solves } = event
  printStatus(
    `${event.title}: ${plural(teams.length, 'team')}, ${plural(solves.length, 'solve')}, ${time}, on ${url}`
  )
  const http = new Http(url, CONNECTIONS, signal)
  await http.reach()
  const session = await openAdminSession(http, options)
  try {
    const game = await createGame(http, session.cookie, event)
    printStatus(`The game is ${url}/games/${game.id}/Scoreboard`)
    const players = await enrolTeams(http, game.id, teams, session.key)
    await startGame(http, session.cookie, event, game, (span / speed) * 2 + SPARE_MS)
    const verdicts = new Verdicts(http, players, signal)
    const outcome = await perform(
      event,
      { http, game, players, verdicts, signal },
      { url, steps, speed, db: session.db }
    )
    for (const line of reportOf(outcome)) print(line)
    print(`game ${game.id}`)
    return isGood(outcome) ? 0 : 1
  } finally {
    await session.close()
    http.close()
  }
}

interface Programme {
  url: string
  steps: Step[]
  speed: number
  db: Database | null
}

async function perform(
  event: SeedEvent,
  table: Table,
  { url, steps, speed, db }: Programme
): Promise<Outcome> {
  const { http, game, players, verdicts } = table
  const spectator = new Spectator(http, game.id)
  try {
    await Promise.all([spectator.open(url), verdicts.open(url, game.id, busiest(event, SOCKETS))])
    const began = performance.now()
    const played = await playSteps(table, steps, speed)
    const seconds = (performance.now() - began) / 1000
    const live = await settled(http, game.id, played, spectator)
    const board = db ? await againstLedger(db, game.id, live) : againstSent(event, table, played, live)
    const seen = spectator.connected ? spectator.board() : null
    const folded = seen && { against: 'the live board', differences: differences(seen, live) }
    return { title: event.title, teams: players.length, seconds, played, spectator, board, folded }
  } finally {
    spectator.close()
    verdicts.close()
  }
}

/** The solves inside the event's time, or the first `limit` of them with the teams that made them. */
function part(event: SeedEvent, limit: number | null): SeedEvent {
  const inTime = event.solves.filter(({ at }) => at >= event.start && at < event.end)
  const outside = event.solves.length - inTime.length
  if (outside > 0) printStatus(`${plural(outside, 'solve')} outside the time of the event: left out.`)
  if (limit === null) return { ...event, solves: inTime }
  const solves = inTime.slice(0, limit)
  const kept = [...new Set(solves.map(({ team }) => team))].sort((a, b) => a - b)
  const places = new Map(kept.map((team, index) => [team, index]))
  return {
    ...event,
    teams: kept.map((team) => event.teams[team]!),
    solves: solves.map((solve) => ({ ...solve, team: places.get(solve.team)! }))
  }
}

/** A game with divisions requires one of every team. */
function divided(event: SeedEvent): SeedEvent {
  if (event.divisions.length === 0 || event.teams.every(({ division }) => division !== null)) return event
  return {
    ...event,
    divisions: [...new Set([...event.divisions, NO_DIVISION])],
    teams: event.teams.map((team) => ({ ...team, division: team.division ?? NO_DIVISION }))
  }
}

function busiest({ teams, solves }: SeedEvent, most: number): number[] {
  const counts = teams.map((_, team) => ({ team, solves: 0 }))
  for (const { team } of solves) counts[team]!.solves++
  return counts
    .sort((a, b) => b.solves - a.solves)
    .slice(0, most)
    .map(({ team }) => team)
}

/** The live board once it shows every solve, or its state after twenty seconds. */
async function settled(
  http: Http,
  gameId: number,
  played: Played[],
  spectator: Spectator
): Promise<Scoreboard> {
  const right = played.filter(({ verdict }) => verdict === 'Accepted')
  const expected = new Set(right.map(({ step }) => `${step.team}:${step.challenge}`)).size
  const end = performance.now() + SETTLE_MS
  for (;;) {
    const live = await http.need<Scoreboard>({ path: `/api/game/${gameId}/scoreboard` })
    const solved = live.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0)
    const complete = solved === expected && (!spectator.connected || spectator.seq >= live.seq)
    if (complete || performance.now() > end) return live
    await sleep(200)
  }
}
