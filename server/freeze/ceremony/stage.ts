import { setImmediate } from 'node:timers/promises'
import { type CellKey, Ceremony, type Opened, type Tries, toWire } from '~/scoring/rules'
import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import type { CustomCategory } from '~/server/categories/constants'
import { nullable, number, rows, type Sql, text } from '~/server/db'
import { readEntries, type ScoreEvent } from '~/server/ledger'
import type { CeremonyRemote, CeremonyScene, OpenedCell, SceneRow } from './contract'

const PAGE = 5000
const REMEMBERED = 30
const ROWS = 11
const MOVES = 7
const HIDDEN = 20
const STEPS_BETWEEN_YIELDS = 50

export interface Card {
  name: string
  avatar: string | null
}

export interface Names {
  teams: ReadonlyMap<number, Card>
  challenges: ReadonlyMap<number, { title: string; category: string; customCategory: CustomCategory | null }>
}

/** Teams by their participation, suspended and rejected ones too. */
export async function readStageNames(sql: Sql, gameId: number): Promise<Names> {
  const teams = await rows(
    sql,
    { id: number, name: text, avatar: nullable(text) },
    `SELECT p.id, t.name, '/assets/' || t.avatar_hash || '/avatar' AS avatar FROM participations p JOIN teams t ON t.id = p.team_id
     WHERE p.game_id = $1`,
    [gameId]
  )
  const challenges = await rows(
    sql,
    { id: number, title: text, ...CATEGORY_ROW },
    `SELECT c.id, c.title, ${CATEGORY_COLUMNS} FROM challenges c WHERE c.game_id = $1`,
    [gameId]
  )
  return {
    teams: new Map(teams.map(({ id, name, avatar }) => [id, { name, avatar }])),
    challenges: new Map(challenges.map(({ id, ...card }) => [id, card]))
  }
}

/** Entries 1 to `seq`, in pages; fewer if the ledger is shorter. */
export async function readLedgerUpTo(sql: Sql, gameId: number, seq: number): Promise<ScoreEvent[]> {
  const events: ScoreEvent[] = []
  while (events.length < seq) {
    const page = await readEntries(sql, gameId, events.length, Math.min(PAGE, seq - events.length))
    if (page.length === 0) return events
    for (const event of page) events.push(event)
  }
  return events
}

/** Computes the order of steps, and yields in between. */
export async function arrangeCeremony(
  events: ScoreEvent[],
  frozenAt: number,
  tries: Tries[]
): Promise<Ceremony> {
  const ceremony = new Ceremony(events, frozenAt, tries)
  let found = 0
  for (const _ of ceremony.order()) if (++found % STEPS_BETWEEN_YIELDS === 0) await setImmediate()
  return ceremony
}

export interface CeremonyState {
  started: Date
  frozen: Date
  position: number
  version: number
  blank: boolean
  paused: boolean
  done: boolean
}

interface Standing {
  rank: number
  score: number
}

export class Stage {
  readonly #ceremony: Ceremony
  readonly #names: Names
  readonly #final: ReadonlyMap<number, Standing>
  readonly #places = new Map<number, number[]>()
  #shown: { position: number; part: ReturnType<Stage['part']> } | null = null

  constructor(
    events: ScoreEvent[],
    frozenAt: number,
    steps: readonly (CellKey & { tries: number })[],
    names: Names
  ) {
    const tries = steps
      .filter((step) => step.tries > 0)
      .map(({ tries: count, ...key }) => ({ ...key, count }))
    const ceremony = new Ceremony(events, frozenAt, tries)
    ceremony.arrange(steps)
    ceremony.moveTo(ceremony.steps.length)
    this.#final = new Map(ceremony.state.ranking.map(({ id, rank, score }) => [id, { rank, score }]))
    for (const [index, { participationId }] of ceremony.steps.entries()) {
      const own = this.#places.get(participationId)
      if (own) own.push(index)
      else this.#places.set(participationId, [index])
    }
    this.#ceremony = ceremony
    this.#names = names
  }

  scene({
    started,
    frozen,
    position,
    version,
    blank,
    paused,
    done
  }: CeremonyState): Omit<CeremonyScene, 'podium'> {
    if (this.#shown?.position !== position) this.#shown = { position, part: this.part(position) }
    return {
      started: toWire(started.getTime()),
      frozen: toWire(frozen.getTime()),
      ...{ position, version, blank, paused, done },
      ...this.#shown.part
    }
  }

  behind(position: number): Pick<CeremonyRemote, 'next' | 'team' | 'hidden'> {
    const ceremony = this.#ceremony
    ceremony.moveTo(position)
    const now = new Map(ceremony.state.ranking.map(({ id, rank, score }) => [id, { rank, score }]))
    const turn = ceremony.steps[position]?.participationId
    if (turn === undefined) return { next: null, team: null, hidden: [] }
    const end = ceremony.behindTeam
    const next = this.#describe(ceremony.open())
    ceremony.moveTo(end)
    const { rank, score } = ceremony.state.teams.get(turn)!
    const waiting = new Map<number, number>()
    for (const { participationId } of ceremony.steps.slice(position))
      waiting.set(participationId, (waiting.get(participationId) ?? 0) + 1)
    return {
      next,
      team: { cells: end - position, to: { rank, score } },
      hidden: [...waiting].slice(0, HIDDEN).map(([id, cells]) => ({
        name: this.#team(id).name,
        cells,
        now: now.get(id)!,
        final: this.#final.get(id)!
      }))
    }
  }

  part(position: number) {
    const ceremony = this.#ceremony
    ceremony.moveTo(Math.max(0, position - REMEMBERED))
    const opened: Opened[] = []
    while (ceremony.position < position) opened.push(ceremony.open())
    const { ranking } = ceremony.state
    const turn = ceremony.steps[position]?.participationId ?? null
    const at = turn === null ? 0 : ranking.findIndex(({ id }) => id === turn)
    const first = Math.max(0, Math.min(at - Math.floor(ROWS / 2), ranking.length - ROWS))
    const sealed = ceremony.steps.slice(position)
    const described = opened.map((one) => this.#describe(one))
    return {
      total: ceremony.steps.length,
      turn,
      rows: ranking.slice(first, first + ROWS).map(
        ({ id, rank, score }): SceneRow => ({
          participationId: id,
          ...this.#team(id),
          rank,
          score,
          cells: (this.#places.get(id) ?? []).map((index) => this.#cell(index, index < position))
        })
      ),
      teams: ranking.length,
      sealed: {
        cells: sealed.length,
        teams: new Set(sealed.map(({ participationId }) => participationId)).size
      },
      last: described.at(-1) ?? null,
      blood: described.findLast(({ blood }) => blood === 1) ?? null,
      moves: movesOf(described)
    }
  }

  #team(id: number): Card {
    return this.#names.teams.get(id) ?? { name: `#${id}`, avatar: null }
  }

  #cell(index: number, isOpen: boolean): SceneRow['cells'][number] {
    const { challengeId, outcome } = this.#ceremony.steps[index]!
    const card = this.#names.challenges.get(challengeId)
    return {
      category: card?.category ?? null,
      customCategory: card?.customCategory ?? null,
      outcome: isOpen ? outcome : null,
      title: isOpen ? (card?.title ?? null) : null
    }
  }

  #describe({ cell, from, to, blood }: Opened): OpenedCell {
    const card = this.#names.challenges.get(cell.challengeId)
    return {
      participationId: cell.participationId,
      name: this.#team(cell.participationId).name,
      category: card?.category ?? null,
      customCategory: card?.customCategory ?? null,
      title: card?.title ?? null,
      outcome: cell.outcome,
      tries: cell.tries,
      time: cell.after ? toWire(cell.after.at) : null,
      ...{ blood, from, to }
    }
  }
}

/** Consecutive steps of a team are one move. */
function movesOf(opened: readonly OpenedCell[]): CeremonyScene['moves'] {
  const moves: (CeremonyScene['moves'][number] & { id: number })[] = []
  for (const { participationId: id, name, from, to } of opened) {
    const last = moves.at(-1)
    if (last?.id === id) last.to = to.rank
    else moves.push({ id, name, from: from.rank, to: to.rank })
  }
  return moves
    .slice(-MOVES)
    .reverse()
    .map(({ name, from, to }) => ({ name, from, to }))
}
