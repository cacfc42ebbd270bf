import { applyEvent, type BoardState, settle } from '~/scoring/rules'
import { number, rows, type Sql, text } from '~/server/db'
import type { NewScoreEvent } from '~/server/ledger'
import { foldPublicBoard } from '~/server/public-board'
import { type CorrectionEffect, MAX_NAMED, type MovedTeam } from '../contract'
import { type Plan, planEvents } from './plan'

const TOP = 10
const BLOODS = 3

interface Standing {
  rank: number
  score: number
}

/** The team that holds a blood. `at`: milliseconds. */
interface Holder {
  participationId: number
  submissionId: number
  at: number
}

/**
 * The compared part of a board: its teams, values of open challenges, bloods by challenge. Those of closed ones too, because their
 * notices stay and must be right when they open again.
 */
interface Picture {
  teams: Map<number, Standing>
  values: Map<number, number>
  bloods: Map<number, Holder[]>
}

/** Ranks and scores of teams, values of open challenges, and the first solves of every challenge, closed ones too. */
export function pictureOf(state: BoardState): Picture {
  const teams = new Map(settle(state).map(({ id, rank, score }) => [id, { rank, score }]))
  const open = [...state.challenges.values()].filter((challenge) => challenge.open)
  return {
    teams,
    values: new Map(open.map(({ id, value }) => [id, value])),
    bloods: new Map(
      [...state.challenges.values()].map(({ id, solves }) => [
        id,
        solves
          .filter(({ team }) => team.standing === 'counted')
          .slice(0, BLOODS)
          .map(({ team, submissionId, at }) => ({ participationId: team.id, submissionId, at }))
      ])
    )
  }
}

/** A blood with another holder or another answer of the same holder; null: nobody holds the place. */
export interface BloodChange {
  challengeId: number
  title: string
  /** The place from 0. */
  place: number
  before: (Holder & { name: string }) | null
  after: (Holder & { name: string }) | null
}

/** A board compared with itself after a plan. */
export interface Comparison {
  effect: CorrectionEffect
  bloods: BloodChange[]
  /** Teams whose points or bloods change, with the change of their points. */
  concerned: { participationId: number; points: number }[]
}

function concernedBy(moved: readonly MovedTeam[], bloods: readonly BloodChange[]): Comparison['concerned'] {
  const points = new Map<number, number>()
  for (const { before, after } of bloods)
    for (const holder of [before, after]) if (holder) points.set(holder.participationId, 0)
  for (const { participationId, before, after } of moved)
    if (before.score !== after.score) points.set(participationId, after.score - before.score)
  return [...points].map(([participationId, points]) => ({ participationId, points }))
}

const OFF: Standing = { rank: 0, score: 0 }

/** Greatest difference of points first, then of rank. */
function movedBetween(before: Picture, after: Picture, nameOf: (id: number) => string): MovedTeam[] {
  const ids = new Set([...before.teams.keys(), ...after.teams.keys()])
  const moved: MovedTeam[] = []
  for (const id of ids) {
    const [was, is] = [before.teams.get(id) ?? OFF, after.teams.get(id) ?? OFF]
    if (was.rank === is.rank && was.score === is.score) continue
    moved.push({ participationId: id, name: nameOf(id), before: was, after: is })
  }
  const points = ({ before: was, after: is }: MovedTeam) => Math.abs(is.score - was.score)
  const places = ({ before: was, after: is }: MovedTeam) => Math.abs(is.rank - was.rank)
  return moved.sort(
    (a, b) => points(b) - points(a) || places(b) - places(a) || a.participationId - b.participationId
  )
}

/** Changes of challenges that exist. */
export function bloodsBetween(
  before: Picture,
  after: Picture,
  titles: Map<number, string>,
  nameOf: (id: number) => string
): BloodChange[] {
  const named = (holder: Holder | undefined) =>
    holder ? { ...holder, name: nameOf(holder.participationId) } : null
  return [...after.bloods].flatMap(([challengeId, now]) => {
    const title = titles.get(challengeId)
    if (title === undefined) return []
    const was = before.bloods.get(challengeId) ?? []
    return [0, 1, 2].flatMap((place) =>
      was[place]?.submissionId === now[place]?.submissionId
        ? []
        : [
            {
              ...{ challengeId, title, place },
              before: named(was[place]),
              after: named(now[place])
            }
          ]
    )
  })
}

const topOf = ({ teams }: Picture, nameOf: (id: number) => string) =>
  [...teams].slice(0, TOP).map(([participationId, place]) => ({
    participationId,
    name: nameOf(participationId),
    ...place
  }))

/** The effect of a plan on the board. Reads the whole ledger; exact under its lock. */
export async function compareBoards(sql: Sql, gameId: number, plan: Plan, now: number): Promise<Comparison> {
  const state = await foldPublicBoard(sql, gameId, null)
  const before = pictureOf(state)
  const events: NewScoreEvent[] = planEvents(plan, now, '')
  for (const [index, event] of events.entries()) applyEvent(state, { ...event, seq: state.seq + index + 1 })
  const after = pictureOf(state)

  const [names, titles] = await Promise.all([readTeamNames(sql, gameId), readChallengeTitles(sql, gameId)])
  const nameOf = (id: number) => names.get(id) ?? `#${id}`
  const moved = movedBetween(before, after, nameOf)
  const bloods = bloodsBetween(before, after, titles, nameOf)
  const shown = bloods.filter(({ challengeId }) => after.values.has(challengeId))
  const gain = moved.filter(({ before: was, after: is }) => is.score > was.score).length
  const lose = moved.filter(({ before: was, after: is }) => is.score < was.score).length
  const climbs = moved.flatMap(({ before: was, after: is }) =>
    was.rank > 0 && is.rank > 0 && was.rank !== is.rank ? [was.rank - is.rank] : []
  )
  return {
    bloods,
    concerned: concernedBy(moved, shown),
    effect: {
      gain,
      lose,
      untouched: after.teams.size - gain - lose,
      ranks: climbs.length,
      up: climbs.reduce((most, climb) => Math.max(most, climb), 0),
      down: climbs.reduce((most, climb) => Math.max(most, -climb), 0),
      added: plan.solves.filter(({ before: was, after: is }) => !was && is).length,
      removed: plan.solves.filter(({ before: was, after: is }) => was && !is).length,
      verdicts: plan.verdicts.length,
      values: [...after.values].flatMap(([challengeId, value]) => {
        const was = before.values.get(challengeId)
        if (was === undefined || was === value) return []
        return [
          { challengeId, title: titles.get(challengeId) ?? `#${challengeId}`, before: was, after: value }
        ]
      }),
      bloods: shown.map(({ challengeId, title, place, ...holders }) => ({
        challengeId,
        title,
        place,
        before: holders.before?.name ?? null,
        after: holders.after?.name ?? null
      })),
      top: { before: topOf(before, nameOf), after: topOf(after, nameOf) },
      teams: moved.slice(0, MAX_NAMED)
    }
  }
}

/** Bloods hidden by a freeze. */
export async function listBloodsBehindFreeze(sql: Sql, gameId: number, frozen: Date): Promise<BloodChange[]> {
  const before = pictureOf(await foldPublicBoard(sql, gameId, frozen.getTime()))
  const after = pictureOf(await foldPublicBoard(sql, gameId, null))
  const [names, titles] = await Promise.all([readTeamNames(sql, gameId), readChallengeTitles(sql, gameId)])
  return bloodsBetween(before, after, titles, (id) => names.get(id) ?? `#${id}`)
}

/** True and public standing; rank 0 off the board. */
export interface BothStandings {
  participationId: number
  name: string
  now: Standing
  shown: Standing
}

/** Best first, with the public standing of a freeze. */
export async function listStandingsBehindFreeze(
  sql: Sql,
  gameId: number,
  frozen: Date | null
): Promise<BothStandings[]> {
  const shown = pictureOf(await foldPublicBoard(sql, gameId, frozen?.getTime() ?? null)).teams
  const now = pictureOf(await foldPublicBoard(sql, gameId, null)).teams
  const names = await readTeamNames(sql, gameId)
  return [...now].map(([participationId, standing]) => ({
    participationId,
    name: names.get(participationId) ?? `#${participationId}`,
    now: standing,
    shown: shown.get(participationId) ?? OFF
  }))
}

/** Names of teams by participation. */
export async function readTeamNames(sql: Sql, gameId: number): Promise<Map<number, string>> {
  const found = await rows(
    sql,
    { id: number, name: text },
    'SELECT p.id, t.name FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 ORDER BY p.id',
    [gameId]
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

export async function readChallengeTitles(sql: Sql, gameId: number): Promise<Map<number, string>> {
  const found = await rows(
    sql,
    { id: number, title: text },
    'SELECT id, title FROM challenges WHERE game_id = $1 ORDER BY id',
    [gameId]
  )
  return new Map(found.map(({ id, title }) => [id, title]))
}
