import type { CustomCategory } from '~/server/categories/constants'
import type { Labels } from '~/server/challenges/constants'
import type { Period } from '~/server/ledger/contract'
import { unpackBonus } from './bonus'
import type { PublicBoard } from './client'
import type { Cards, TeamCard } from './contract'
import { compareSolves } from './fold'
import { settle } from './settle'
import { emptyBoard, ensureChallenge, ensureTeam, type TeamState } from './state'
import type { AwardRow } from './view'

/**
 * The public board by columns, as our pages fetch it: a tenth of the contract's JSON at 5,000 teams and 100
 * challenges. A document is a head (its length in bytes as a number, then JSON), pages of teams (JSON,
 * `TeamRow` each), and a block of solves for each challenge.
 * A block has the counted solves in blood order, as four columns of numbers: slot of the team, milliseconds
 * since the solve before, submission id minus the one before (signed), solver (0 for a deleted account, n for
 * the team's n-th). A number is groups of seven bits, lowest first, all but the last with the eighth bit set;
 * a signed one is doubled, less one below zero (protobuf's sint64).
 */
export interface ColumnsHead {
  format: typeof COLUMNS_FORMAT
  seq: number
  /** Unix milliseconds. */
  madeAt: number
  /** Packed, see `unpackBonus`. */
  bonus: number
  /** Bytes of each page. */
  pages: number[]
  challenges: ChallengeRow[]
}

export const COLUMNS_FORMAT = 1

/** `begin`: Unix milliseconds before the first time; `bytes`: of the block; `stopped`: see `DecayStop`. */
export type ChallengeRow = [
  id: number,
  title: string,
  category: string,
  score: number,
  minRate: number,
  difficulty: number,
  solves: number,
  begin: number,
  bytes: number,
  stopped?: readonly Period[],
  labels?: Labels | null,
  /** Values of a scoring function. */
  values?: readonly number[] | null,
  customCategory?: CustomCategory
]

/** A slot, numbered from 0 over all pages: a team, or null when it is not on the board. */
export type TeamRow =
  | [
      participation: number,
      team: number,
      name: string,
      bio: string | null,
      avatar: string | null,
      division: string | null,
      solvers: (string | null)[],
      awards: AwardRow[],
      country?: string
    ]
  | null

interface Slot {
  team: TeamState
  solvers: (string | null)[]
}

class Cursor {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0
  ) {}

  number(): number {
    let value = 0
    let weight = 1
    for (;;) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) throw new RangeError('The board ends too early')
      if (byte < 0x80) return value + byte * weight
      value += (byte - 0x80) * weight
      weight *= 0x80
    }
  }

  signed(): number {
    const value = this.number()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  json<T>(length: number): T {
    const end = this.at + length
    if (end > this.bytes.length) throw new RangeError('The board ends too early')
    const text = new TextDecoder().decode(this.bytes.subarray(this.at, end))
    this.at = end
    return JSON.parse(text) as T
  }
}

/** Reads the head alone. @throws RangeError for another format, or when the document is cut off */
export const columnsHead = (bytes: Uint8Array): ColumnsHead => headOf(new Cursor(bytes))

function headOf(cursor: Cursor): ColumnsHead {
  const head = cursor.json<ColumnsHead>(cursor.number())
  if (head.format !== COLUMNS_FORMAT)
    throw new RangeError(`Boards of format ${head.format} are not known here`)
  return head
}

/** The board, settled and ready for deltas. Awaits `breathe` every few milliseconds. Throws as `columnsHead`. */
export async function boardFromColumns(
  bytes: Uint8Array,
  breathe: () => Promise<void> | undefined
): Promise<PublicBoard> {
  const cursor = new Cursor(bytes)
  const head = headOf(cursor)
  const cards: Cards = { teams: new Map(), challenges: new Map(), userName: (solver) => solver }
  const board: PublicBoard = { state: emptyBoard(), cards }
  const { state } = board
  state.seq = head.seq
  state.bonus = unpackBonus(head.bonus)
  const slots: (Slot | null)[] = []
  for (const length of head.pages) {
    for (const row of cursor.json<TeamRow[]>(length)) slots.push(row && addTeam(board, row))
    await breathe()
  }
  for (const row of head.challenges) {
    addChallenge(board, row, slots, cursor)
    await breathe()
  }
  let sorted = 0
  for (const { solves } of state.teams.values()) {
    solves.sort((a, b) => (compareSolves(a, b) ? -1 : 1))
    if (++sorted % TEAMS_A_BREATH === 0) await breathe()
  }
  settle(state)
  return board
}

/** Teams sorted between two breaths. */
const TEAMS_A_BREATH = 256

function addTeam({ state, cards }: PublicBoard, row: NonNullable<TeamRow>): Slot {
  const [participation, id, name, bio, avatar, division, solvers, awards, country = null] = row
  const card: TeamCard = { id, name, bio, avatar, country }
  cards.teams.set(participation, card)
  const team = ensureTeam(state, participation)
  team.standing = 'counted'
  team.division = division
  for (const [at, points, why] of awards) team.awards.push({ at, points, why })
  state.stale.teams.add(team)
  return { team, solvers }
}

function addChallenge(
  { state, cards }: PublicBoard,
  row: ChallengeRow,
  slots: readonly (Slot | null)[],
  cursor: Cursor
): void {
  const [
    id,
    title,
    category,
    score,
    minRate,
    difficulty,
    count,
    begin,
    length,
    stopped = [],
    labels,
    values,
    customCategory
  ] = row
  const end = cursor.at + length
  cards.challenges.set(id, {
    title,
    category,
    ...(customCategory && { customCategory }),
    ...(labels && { labels })
  })
  const challenge = ensureChallenge(state, id)
  challenge.open = true
  challenge.curve = { score, minRate, difficulty, ...(values && { values }) }
  challenge.stopped = stopped
  state.stale.challenges.add(challenge)
  const teams = Array.from({ length: count }, () => cursor.number())
  const times = Array.from({ length: count }, () => cursor.number())
  const submissions = Array.from({ length: count }, () => cursor.signed())
  let at = begin
  let submissionId = 0
  for (let place = 0; place < count; place++) {
    at += times[place] as number
    submissionId += submissions[place] as number
    const slot = slots[teams[place] as number]
    if (!slot) throw new RangeError(`The board knows no team ${teams[place]}`)
    const solver = slot.solvers[cursor.number() - 1] ?? null
    const solve = { team: slot.team, challenge, at, submissionId, solver, kind: null, points: 0 }
    slot.team.solves.push(solve)
    challenge.solves.push(solve)
  }
  if (cursor.at !== end) throw new RangeError(`The solves of challenge ${id} do not end where they should`)
}
