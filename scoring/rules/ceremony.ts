import type { ScoreEvent, SolveEvent } from '~/server/ledger/contract'
import { applyEvent, replaceAwards, replaceSolve } from './fold'
import { Freeze } from './freeze'
import { settle } from './settle'
import {
  type Award,
  type BoardState,
  emptyBoard,
  isCounted,
  type Solve,
  solveOf,
  type TeamState
} from './state'

/** A team's solve of a challenge; `challengeId` 0 stands for its points beside solves. */
export interface CellKey {
  participationId: number
  challengeId: number
}

export interface Tries extends CellKey {
  count: number
}

/** `lost`: a solve of before the freeze was voided. `points`: awards or penalties. */
export type Outcome = 'solved' | 'failed' | 'lost' | 'points'

/** A sealed cell, with the team's solve or awards before and after it is opened. */
export interface Cell extends CellKey {
  readonly outcome: Outcome
  readonly tries: number
  readonly before: SolveEvent | null
  readonly after: SolveEvent | null
  readonly awards: { before: readonly Award[]; after: readonly Award[] } | null
}

export interface Opened {
  cell: Cell
  from: { rank: number; score: number }
  to: { rank: number; score: number }
  /** Null when it is no blood. */
  blood: 1 | 2 | 3 | null
}

const keyOf = ({ participationId, challengeId }: CellKey): string => `${participationId} ${challengeId}`

/** The board of a ceremony (docs/rules/freeze.md#ceremony): frozen at step 0 but for stopped decay, the real one at the last. */
export class Ceremony {
  readonly state: BoardState
  position = 0
  readonly #cells: ReadonlyMap<string, Cell>
  #steps: Cell[] = []

  /** `events` end with the ceremony; `frozenAt`: Unix milliseconds; `tries`: wrong answers since then. */
  constructor(events: readonly ScoreEvent[], frozenAt: number, tries: readonly Tries[]) {
    const [frozen, final] = [emptyBoard(), emptyBoard()]
    const freeze = new Freeze(frozenAt)
    for (const event of events) {
      const held = freeze.holds(event)
      // A value belongs to no team, so no cell can open what stopped its decay.
      if (!held || event.kind === 'decay') applyEvent(frozen, event)
      applyEvent(final, event)
    }
    this.state = frozen
    frozen.seq = final.seq
    const cells = new Map<string, Cell>()
    for (const cell of differing(frozen, final)) {
      if (isShown(frozen, cell)) cells.set(keyOf(cell), cell)
      else place(frozen, cell, 'after')
    }
    for (const { count, ...key } of tries) {
      const cell = cells.get(keyOf(key))
      if (cell) cells.set(keyOf(key), { ...cell, tries: count })
      else if (isShown(frozen, key) && !stands(frozen, key))
        cells.set(keyOf(key), {
          ...key,
          ...{ outcome: 'failed', tries: count, before: null, after: null, awards: null }
        })
    }
    this.#cells = cells
    settle(frozen)
  }

  /** Cells in the order in which they are opened; empty before `arrange` or `order`. */
  get steps(): readonly Cell[] {
    return this.#steps
  }

  /** Takes a stored order, at step 0. Cells that no longer exist are left out. */
  arrange(order: readonly CellKey[]): void {
    this.#steps = order.flatMap((key) => this.#cells.get(keyOf(key)) ?? [])
  }

  /** Computes the order: a cell of the last team that has one, by challenge id, awards last. Ends at step 0. */
  *order(): Generator<Cell> {
    const sealed = new Map<number, Cell[]>()
    for (const cell of this.#cells.values()) {
      const own = sealed.get(cell.participationId)
      if (own) own.push(cell)
      else sealed.set(cell.participationId, [cell])
    }
    const last = ({ challengeId }: Cell) => challengeId || Number.POSITIVE_INFINITY
    for (const own of sealed.values()) own.sort((a, b) => last(b) - last(a))
    this.#steps = []
    while (sealed.size > 0) {
      const team = settle(this.state).findLast(({ id }) => sealed.has(id)) as TeamState
      const own = sealed.get(team.id) as Cell[]
      const cell = own.pop() as Cell
      if (own.length === 0) sealed.delete(team.id)
      this.#steps.push(cell)
      place(this.state, cell, 'after')
      this.position++
      yield cell
    }
    this.moveTo(0)
  }

  /** Goes to a step from 0 to `steps.length`, and settles the board. */
  moveTo(position: number): void {
    while (this.position < position) place(this.state, this.#steps[this.position++] as Cell, 'after')
    while (this.position > position) place(this.state, this.#steps[--this.position] as Cell, 'before')
    settle(this.state)
  }

  /** Takes one step. Do not call it at the last one. */
  open(): Opened {
    const cell = this.#steps[this.position] as Cell
    const from = this.#standing(cell)
    this.moveTo(this.position + 1)
    const solve = solveIn(this.state, cell)
    const place = solve ? solve.challenge.solves.filter(isCounted).indexOf(solve) : -1
    const isBlood = cell.outcome === 'solved' && place >= 0 && place < 3
    return { cell, from, to: this.#standing(cell), blood: isBlood ? ((place + 1) as 1 | 2 | 3) : null }
  }

  /** The position behind the next cells of the same team. */
  get behindTeam(): number {
    const team = this.#steps[this.position]?.participationId
    let at = this.position
    while (this.#steps[at] && this.#steps[at]?.participationId === team) at++
    return at
  }

  #standing({ participationId }: Cell): { rank: number; score: number } {
    const { rank, score } = this.state.teams.get(participationId) as TeamState
    return { rank, score }
  }
}

function differing(frozen: BoardState, final: BoardState): Cell[] {
  const cells: Cell[] = []
  for (const [participationId, team] of final.teams) {
    const was = frozen.teams.get(participationId)
    const ids = new Set([...(was?.solves ?? []), ...team.solves].map(({ challenge }) => challenge.id))
    for (const challengeId of ids) {
      const key = { participationId, challengeId }
      const [before, after] = [eventOf(solveIn(frozen, key)), eventOf(solveIn(final, key))]
      if (before?.at === after?.at && before?.submissionId === after?.submissionId) continue
      cells.push({ ...key, outcome: after ? 'solved' : 'lost', tries: 0, before, after, awards: null })
    }
    const awards = { before: [...(was?.awards ?? [])], after: [...team.awards] }
    if (JSON.stringify(awards.before) !== JSON.stringify(awards.after))
      cells.push({
        ...{ participationId, challengeId: 0, outcome: 'points', tries: 0 },
        ...{ before: null, after: null, awards }
      })
  }
  return cells
}

const sum = (awards: readonly Award[]) => awards.reduce((total, { points }) => total + points, 0)

/** The board shows team and challenge; awards must change the sum. */
function isShown(
  state: BoardState,
  { participationId, challengeId, awards }: CellKey & Partial<Cell>
): boolean {
  if (state.teams.get(participationId)?.standing !== 'counted') return false
  if (challengeId !== 0) return state.challenges.get(challengeId)?.open ?? false
  return awards != null && sum(awards.before) !== sum(awards.after)
}

const solveIn = (state: BoardState, { participationId, challengeId }: CellKey): Solve | undefined => {
  const team = state.teams.get(participationId)
  return team && solveOf(team, challengeId)
}

const stands = (state: BoardState, key: CellKey): boolean => solveIn(state, key) !== undefined

const eventOf = (solve: Solve | undefined): SolveEvent | null =>
  solve
    ? {
        kind: 'solve',
        at: solve.at,
        participationId: solve.team.id,
        challengeId: solve.challenge.id,
        submissionId: solve.submissionId,
        userId: solve.solver
      }
    : null

function place(state: BoardState, cell: Cell, side: 'before' | 'after'): void {
  if (cell.awards) replaceAwards(state, cell.participationId, cell.awards[side])
  else if (cell.outcome !== 'failed') replaceSolve(state, cell, cell[side])
}
