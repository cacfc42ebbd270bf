import {
  awardRow,
  type BoardState,
  type Cards,
  type ChallengeRow,
  type ChallengeState,
  COLUMNS_FORMAT,
  type ColumnsHead,
  challengeCard,
  challengesAsShown,
  countAwards,
  isCounted,
  packBonus,
  settle,
  type TeamCard,
  type TeamRow,
  type TeamState,
  teamCard
} from '../rules'

/** Teams of a page; a changed name or award writes one page again. */
const PAGE = 256

interface Slot {
  team: TeamState
  place: number
  card: TeamCard | null
  division: string | null
  awards: number
  /** Solver id → number from 1, in the order of their first solves. */
  solvers: Map<string, number>
  written: number
}

interface Block {
  revision: number
  solves: number
  begin: number
  bytes: Buffer
}

/** Writes a board by columns (rules/columnar-board.ts); later calls write only what changed since. Each writer serves one state. */
export class ColumnWriter {
  #slots = new Map<number, Slot>()
  #pages: Buffer[] = []
  #blocks = new WeakMap<ChallengeState, Block>()

  /** Call it when names may have changed. */
  reset(): void {
    this.#slots.clear()
    this.#pages = []
    this.#blocks = new WeakMap()
  }

  /** @param madeAt Unix milliseconds */
  write(state: BoardState, cards: Cards, madeAt: number): Buffer {
    settle(state)
    for (const team of state.teams.values()) this.#slotOf(team)
    const shown = challengesAsShown(state, cards).flatMap(([, group]) => group)
    const blocks = shown.map((challenge) => this.#block(challenge))
    this.#writePages(cards)
    const head: ColumnsHead = {
      format: COLUMNS_FORMAT,
      seq: state.seq,
      madeAt,
      bonus: packBonus(state.bonus),
      pages: this.#pages.map(({ length }) => length),
      challenges: shown.map((challenge, index) => rowOf(challenge, blocks[index] as Block, cards))
    }
    const json = Buffer.from(JSON.stringify(head))
    const length = new NumberWriter(1)
    length.number(json.length)
    return Buffer.concat([length.bytes(), json, ...this.#pages, ...blocks.map(({ bytes }) => bytes)])
  }

  #slotOf(team: TeamState): Slot {
    const known = this.#slots.get(team.id)
    if (known) return known
    const slot: Slot = {
      team,
      place: this.#slots.size,
      card: null,
      division: null,
      awards: 0,
      solvers: new Map(),
      written: 0
    }
    this.#slots.set(team.id, slot)
    return slot
  }

  #block(challenge: ChallengeState): Block {
    const known = this.#blocks.get(challenge)
    if (known?.revision === challenge.revision) return known
    const solves = challenge.solves.filter(isCounted)
    const out = new NumberWriter(solves.length * 4)
    const slots = solves.map(({ team }) => this.#slotOf(team))
    for (const { place } of slots) out.number(place)
    const begin = solves[0]?.at ?? 0
    let [at, submission] = [begin, 0]
    for (const solve of solves) {
      out.number(solve.at - at)
      at = solve.at
    }
    for (const { submissionId } of solves) {
      out.signed(submissionId - submission)
      submission = submissionId
    }
    for (const [index, { solver }] of solves.entries())
      out.number(solver === null ? 0 : solverIn(slots[index] as Slot, solver))
    const block = { revision: challenge.revision, solves: solves.length, begin, bytes: out.bytes() }
    this.#blocks.set(challenge, block)
    return block
  }

  #writePages(cards: Cards): void {
    let page: Slot[] = []
    const finish = () => {
      const number = ((page[0] as Slot).place / PAGE) | 0
      const rows = this.#pages[number] === undefined || page.some((slot) => changed(slot, cards))
      if (rows) this.#pages[number] = Buffer.from(JSON.stringify(page.map((slot) => teamRow(slot, cards))))
      page = []
    }
    for (const slot of this.#slots.values()) if (page.push(slot) === PAGE) finish()
    if (page.length > 0) finish()
  }
}

function solverIn({ solvers }: Slot, solver: string): number {
  const known = solvers.get(solver)
  if (known !== undefined) return known
  solvers.set(solver, solvers.size + 1)
  return solvers.size
}

const cardOf = ({ team }: Slot, cards: Cards) => (team.standing === 'counted' ? teamCard(cards, team) : null)

const changed = (slot: Slot, cards: Cards): boolean =>
  slot.card !== cardOf(slot, cards) ||
  slot.division !== slot.team.division ||
  slot.awards !== countAwards(slot.team.awards) ||
  slot.written !== slot.solvers.size

function teamRow(slot: Slot, cards: Cards): TeamRow {
  const { team, solvers } = slot
  const card = cardOf(slot, cards)
  Object.assign(slot, {
    card,
    division: team.division,
    awards: countAwards(team.awards),
    written: solvers.size
  })
  if (!card) return null
  const names = [...solvers.keys()].map((solver) => cards.userName(solver))
  const awards = team.awards.map((award) => awardRow(award, cards))
  const row = [team.id, card.id, card.name, card.bio, card.avatar, team.division, names, awards] as const
  return card.country === null ? [...row] : [...row, card.country]
}

function rowOf(challenge: ChallengeState, { solves, begin, bytes }: Block, cards: Cards): ChallengeRow {
  const { title, category, customCategory, labels } = challengeCard(cards, challenge)
  const { score, minRate, difficulty, values } = challenge.curve
  const row: ChallengeRow = [
    ...([challenge.id, title, category, score, minRate, difficulty, solves, begin] as const),
    bytes.length
  ]
  if (challenge.stopped.length > 0 || labels || values || customCategory) row.push(challenge.stopped)
  if (labels || values || customCategory) row.push(labels ?? null)
  if (values || customCategory) row.push(values ?? null)
  if (customCategory) row.push(customCategory)
  return row
}

/** Most bytes of a number: 53 bits in groups of seven. */
const MAX_VARINT_BYTES = 8

class NumberWriter {
  #bytes: Buffer
  #length = 0

  constructor(numbers: number) {
    this.#bytes = Buffer.allocUnsafeSlow(numbers * 2 + MAX_VARINT_BYTES)
  }

  /** @param value from 0 to 2 ** 53 - 1 */
  number(value: number): void {
    if (this.#length + MAX_VARINT_BYTES > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.#bytes.length * 2)
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    let rest = value
    // Bit operators cut numbers to 32 bits.
    while (rest > 0x7fffffff) {
      this.#bytes[this.#length++] = (rest % 0x80) + 0x80
      rest = Math.floor(rest / 0x80)
    }
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  /** @param value a whole number of at most 52 bits and a sign */
  signed(value: number): void {
    this.number(value < 0 ? -value * 2 - 1 : value * 2)
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}
