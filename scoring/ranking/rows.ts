import type { BoardChallenge, Cards, Solve, SolveKind, TeamCard, TeamState } from '../rules'
import {
  type BoardItem,
  bonusOf,
  counts,
  kindAt,
  NEVER,
  pointsWithBonus,
  toWire,
  unpackBonus
} from '../rules'

/**
 * How the ranking lies in Redis. Every sorted set orders members by their negated scores, and equal ones by their bytes,
 * so a member begins with the time of the last counted solve: sixteen digits of Unix milliseconds, all nines without one.
 * Colon and participation id, ten digits, follow. That is the order of `better` (rules/settle.ts) to the last rule, whatever
 * scores and times there are.
 *
 * The hash has a row for each team under the same ten digits: member, division (`=` before its name, `-` for none), a zero
 * byte, then JSON (`RowJson`). Points are not in it, so that a challenge whose value falls changes nobody's row.
 */
const NO_SOLVE = '9'.repeat(16)
const TIME = NO_SOLVE.length
const MEMBER = TIME + 1 + 10

type Ranked = Pick<TeamState, 'id' | 'lastSolve'>

export const fieldOf = (participation: number): string => String(participation).padStart(10, '0')

export const memberOf = ({ id, lastSolve }: Ranked): string =>
  `${lastSolve === null ? NO_SOLVE : String(lastSolve).padStart(TIME, '0')}:${fieldOf(id)}`

/** The score in the sorted sets: smaller is better, so that ZRANGE lists the board. */
export const weightOf = (score: number): string => String(0 - score)

/** `place` is 0 to 2 for the first solves of the challenge, 3 for the others. */
type SolveRow = [challenge: number, place: number, at: number, submission: number, userName: string | null]

type RowJson = [
  team: number,
  name: string,
  bio: string | null,
  avatar: string | null,
  solves: SolveRow[],
  awards: [at: number, points: number][]
]

const PLACES: Record<SolveKind, number> = { FirstBlood: 0, SecondBlood: 1, ThirdBlood: 2, Normal: 3 }

/** A team's row. Settle first. */
export function rowOf(team: TeamState, { id, name, bio, avatar }: TeamCard, cards: Cards): string {
  const solves = team.solves
    .filter(counts)
    .map(
      ({ challenge, kind, at, submissionId, solver }: Solve): SolveRow => [
        challenge.id,
        PLACES[kind ?? 'Normal'],
        at,
        submissionId,
        cards.userName(solver)
      ]
    )
  const awards = team.awards.map(({ at, points }): [number, number] => [at, points])
  const json: RowJson = [id, name, bio, avatar, solves, awards]
  return `${memberOf(team)}${divisionText(team.division)}\0${JSON.stringify(json)}`
}

const divisionText = (division: string | null): string => (division === null ? '-' : `=${division}`)

/** A row as the script answers it; `divisionPlace` is −1 without a division. Places count from 0. */
export type FoundRow = [row: string, weight: string, place: number, divisionPlace: number]

/** A team's line on the board without what it is made of. */
export type Standing = Omit<BoardItem, 'solvedChallenges' | 'adjustments'>

function read([text, weight, place, divisionPlace]: FoundRow) {
  const end = text.indexOf('\0', MEMBER)
  const [id, name, bio, avatar, solves, awards] = JSON.parse(text.slice(end + 1)) as RowJson
  const time = text.slice(0, TIME)
  const standing: Standing = {
    id,
    participationId: Number(text.slice(TIME + 1, MEMBER)),
    name,
    bio,
    organization: text[MEMBER] === '-' ? null : text.slice(MEMBER + 1, end),
    avatar,
    score: 0 - Number(weight),
    rank: place + 1,
    organizationRank: divisionPlace < 0 ? null : divisionPlace + 1,
    lastSubmissionTime: time === NO_SOLVE ? NEVER : toWire(Number(time)),
    solvedCount: solves.length
  }
  return { standing, solves, awards }
}

export const standingOf = (found: FoundRow): Standing => read(found).standing

/** What solves are worth: the challenges of the board, and the packed bonus. */
export function pricesOf(challenges: BoardChallenge[], packedBonus: number) {
  const bonus = unpackBonus(packedBonus)
  const values = new Map(challenges.map(({ id, score }) => [id, score]))
  return (challenge: number, kind: SolveKind): number =>
    pointsWithBonus(values.get(challenge) ?? 0, bonusOf(kind, bonus))
}

/** A team's line on the board, as `boardItem` (rules/view.ts) makes it. */
export function itemOf(found: FoundRow, price: ReturnType<typeof pricesOf>): BoardItem {
  const { standing, solves, awards } = read(found)
  const { solvedCount, ...before } = standing
  return {
    ...before,
    solvedChallenges: solves.map(([id, place, at, submissionId, userName]) => {
      const type = kindAt(place)
      return { id, score: price(id, type), type, userName, time: toWire(at), submissionId }
    }),
    solvedCount,
    adjustments: awards.map(([at, points]) => ({ time: toWire(at), points }))
  }
}
