import type { ScoreEvent, SolveEvent } from '~/server/ledger/contract'
import { applyEvent, replaceAwards, replaceSolve } from './fold'
import { Freeze } from './freeze'
import { settle } from './settle'
import { type Award, type BoardState, counts, emptyBoard, type Solve, solveOf, type TeamState } from './state'

/** What a step opens: a team and a challenge; `challengeId` 0: the team's points beside solves. */
export interface CellKey {
  participationId: number
  challengeId: number
}

/** Wrong answers of a team for a challenge while the board stood still. */
export interface Tries extends CellKey {
  count: number
}

/** What an opened cell shows. `lost`: a solve of before the freeze is gone. `points`: awards or penalties. */
export type Outcome = 'solved' | 'failed' | 'lost' | 'points'

/** One sealed cell, with what stands in its place before and after it is opened. */
export interface Cell extends CellKey {
  readonly outcome: Outcome
  readonly tries: number
  readonly before: SolveEvent | null
  readonly after: SolveEvent | null
  readonly awards: { before: readonly Award[]; after: readonly Award[] } | null
}

/** What opening a cell did to its team. */
export interface Opened {
  cell: Cell
  from: { rank: number; score: number }
  to: { rank: number; score: number }
  /** Place among the first three of the challenge; null for no blood. */
  blood: 1 | 2 | 3 | null
}

const keyOf = ({ participationId, challengeId }: CellKey): string => `${participationId} ${challengeId}`

/**
 * The board of a ceremony (docs/rules/freeze.md#ceremony): frozen at step 0, the real one at the last step. `order` says which
 * cell each step opens; without it, `order()` finds it out. Steps go both ways.
 */
export class Ceremony {
  readonly state: BoardState
  /** Steps that have been taken. */
  position = 0
  readonly #cells: ReadonlyMap<string, Cell>
  #steps: Cell[] = []

  /**
   * @param events the ledger up to the entry that the ceremony ends with
   * @param frozenAt the freeze, in milliseconds
   * @param tries wrong answers since; those for challenges that the team solves are part of that cell
   */
  constructor(events: readonly ScoreEvent[], frozenAt: number, tries: readonly Tries[]) {
    const [frozen, final] = [emptyBoard(), emptyBoard()]
    const freeze = new Freeze(frozenAt)
    for (const event of events) {
      if (!freeze.holds(event)) applyEvent(frozen, event)
      applyEvent(final, event)
    }
    this.state = frozen
    frozen.seq = final.seq
    const cells = new Map<string, Cell>()
    for (const cell of differing(frozen, final)) {
      if (isShown(frozen, cell)) cells.set(keyOf(cell), cell)
      // Nobody sees it now or at the end.
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

  /** The cells in the order in which they are opened, once `arrange` has said so. */
  get steps(): readonly Cell[] {
    return this.#steps
  }

  /**
   * Arranges the steps as stored; a cell that is not there any more is left out.
   * Call it at step 0.
   */
  arrange(order: readonly CellKey[]): void {
    this.#steps = order.flatMap((key) => this.#cells.get(keyOf(key)) ?? [])
  }

  /**
   * Finds the order: always the next cell of the last team on the board that has a sealed one; of a team the challenges by id,
   * then its awards. Leaves the board at step 0, with the steps arranged. A generator, so that the caller may pause.
   */
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

  /** Goes to a step, 0 to `steps.length`, and settles the board there. */
  moveTo(position: number): void {
    while (this.position < position) place(this.state, this.#steps[this.position++] as Cell, 'after')
    while (this.position > position) place(this.state, this.#steps[--this.position] as Cell, 'before')
    settle(this.state)
  }

  /** Takes one step forward, and says what it did. Call it before the last step. */
  open(): Opened {
    const cell = this.#steps[this.position] as Cell
    const from = this.#standing(cell)
    this.moveTo(this.position + 1)
    const solve = solveIn(this.state, cell)
    const place = solve ? solve.challenge.solves.filter(counts).indexOf(solve) : -1
    const isBlood = cell.outcome === 'solved' && place >= 0 && place < 3
    return { cell, from, to: this.#standing(cell), blood: isBlood ? ((place + 1) as 1 | 2 | 3) : null }
  }

  /** The position behind the last of the next cells that belong to one team. */
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

/** Where two boards of the same game differ in a team's solve or awards. */
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

/** Whether the board shows a team and a challenge, and awards a difference. */
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
