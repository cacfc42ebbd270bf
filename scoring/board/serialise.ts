import {
  adjustmentView,
  type BoardState,
  boardChallenge,
  boardTimelines,
  type Cards,
  challengesByCategory,
  isCounted,
  NEVER,
  packBonus,
  type Solve,
  settle,
  type TeamCard,
  type TeamState,
  teamCard,
  toWire
} from '../rules'
import type { TeamPlace } from './snapshot'

/** `items` and `challenges` are byte ranges of these members' values in `json`: [from, to). */
export interface SerialisedBoard {
  json: Buffer
  /** The bytes from here on depend on ledger and names only; the time stands before them. */
  contentAt: number
  teams: TeamPlace[]
  items: [number, number]
  challenges: [number, number]
  challengeCount: number
}

interface Kept {
  card: TeamCard
  division: string | null
  head: string
  revision: number
  tail: string
}

/** Writes boards as the JSON of `scoreboard()`, byte for byte. Texts of unchanged teams and solves are reused. */
export class Serialiser {
  #teams = new Map<number, Kept>()
  #solves = new WeakMap<Solve, string>()
  #size = 1 << 16

  /** Call it when names may have changed. */
  reset(): void {
    this.#teams.clear()
    this.#solves = new WeakMap()
  }

  write(state: BoardState, cards: Cards, updatedAt: number): SerialisedBoard {
    const ranking = settle(state)
    const out = new Writer(this.#size)
    out.add(`{"updateTimeUtc":"${toWire(updatedAt)}"`)
    const contentAt = out.length
    out.add(`,"seq":${state.seq},"bloodBonus":${packBonus(state.bonus)}`)
    out.add(`,"timeLines":${JSON.stringify(boardTimelines(state, cards))},"items":`)
    const teams: TeamPlace[] = []
    const items = out.span(() => {
      out.add('[')
      for (const team of ranking) {
        if (teams.length > 0) out.add(',')
        const [from, to] = out.span(() => out.add(this.#item(team, cards)))
        teams.push({ teamId: teamCard(cards, team).id, from, to })
      }
      out.add(']')
    })
    out.add(',"challenges":')
    const groups = challengesByCategory(state, cards)
    const challenges = out.span(() => {
      const shown = groups.map(([category, group]) => [
        category,
        group.map((one) => boardChallenge(one, cards))
      ])
      out.add(JSON.stringify(Object.fromEntries(shown)))
    })
    const challengeCount = groups.reduce((sum, [, group]) => sum + group.length, 0)
    out.add(`,"challengeCount":${challengeCount}}`)
    this.#size = Math.ceil(out.length * 1.1)
    return { json: out.bytes(), contentAt, teams, items, challenges, challengeCount }
  }

  #item(team: TeamState, cards: Cards): string {
    const { head, tail } = this.#kept(team, cards)
    return `${head},"score":${team.score},"rank":${team.rank},"organizationRank":${team.divisionRank}${tail}`
  }

  #kept(team: TeamState, cards: Cards): Kept {
    const card = teamCard(cards, team)
    const known = this.#teams.get(team.id)
    if (known && known.card === card && known.division === team.division) {
      if (known.revision !== team.revision) {
        known.tail = this.#tail(team, cards)
        known.revision = team.revision
      }
      return known
    }
    const { id, name, bio, avatar, country } = card
    const head = { id, participationId: team.id, name, bio, organization: team.division, avatar, country }
    const made = {
      card,
      division: team.division,
      head: JSON.stringify(head).slice(0, -1),
      revision: team.revision,
      tail: this.#tail(team, cards)
    }
    this.#teams.set(team.id, made)
    return made
  }

  #tail(team: TeamState, cards: Cards): string {
    let solves = ''
    for (const solve of team.solves) {
      if (!isCounted(solve)) continue
      if (solves) solves += ','
      solves += `{"id":${solve.challenge.id},"score":${solve.points},"type":"${solve.kind}"${this.#fixed(solve, cards)}`
    }
    const last = team.lastSolve === null ? NEVER : toWire(team.lastSolve)
    const adjustments = JSON.stringify(team.awards.map((award) => adjustmentView(award, cards)))
    return `,"lastSubmissionTime":"${last}","solvedChallenges":[${solves}],"solvedCount":${team.solved},"adjustments":${adjustments}}`
  }

  #fixed(solve: Solve, cards: Cards): string {
    const known = this.#solves.get(solve)
    if (known) return known
    const userName = JSON.stringify(cards.userName(solve.solver))
    const made = `,"userName":${userName},"time":"${toWire(solve.at)}","submissionId":${solve.submissionId}}`
    this.#solves.set(solve, made)
    return made
  }
}

class Writer {
  #buffer: Buffer
  length = 0

  constructor(size: number) {
    this.#buffer = Buffer.allocUnsafeSlow(size)
  }

  add(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    if (this.length + text.length * 3 > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow((this.length + text.length * 3) * 2)
      this.#buffer.copy(larger, 0, 0, this.length)
      this.#buffer = larger
    }
    this.length += this.#buffer.write(text, this.length)
  }

  span(write: () => void): [number, number] {
    const from = this.length
    write()
    return [from, this.length]
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length)
  }
}
