import type { AwardRow, BoardChallenge, Cards, Solve, SolveKind, TeamCard, TeamState } from '../rules'
import {
  adjustmentView,
  awardRow,
  type BoardItem,
  bonusOf,
  isCounted,
  kindAt,
  NEVER,
  pointsWithBonus,
  toWire,
  unpackBonus
} from '../rules'

/**
 * Layout of the ranking in Redis. Sorted sets order by negated score, then by the bytes of the member:
 * sixteen digits of the last counted solve in Unix milliseconds (all nines without one), a colon, ten digits
 * of the participation id. That is the order of `better` (rules/settle.ts).
 * The hash has a row for each team under the same ten digits: member, division (`=` and its name, or `-`), a
 * zero byte, JSON (`RowJson`). It has no points, so that a falling value changes no row.
 */
const NO_SOLVE = '9'.repeat(16)
const TIME = NO_SOLVE.length
const MEMBER = TIME + 1 + 10
/** The index of the participation in a member, for Lua, which counts from 1. */
export const MEMBER_ID = TIME + 2

type Ranked = Pick<TeamState, 'id' | 'lastSolve'>

/** The participation with ten digits, by which Redis compares bytes as numbers. */
export const rankingField = (participation: number): string => String(participation).padStart(10, '0')

export const rankingMember = ({ id, lastSolve }: Ranked): string =>
  `${lastSolve === null ? NO_SOLVE : String(lastSolve).padStart(TIME, '0')}:${rankingField(id)}`

/** Smaller is better, so that ZRANGE lists the board. */
export const rankingScore = (score: number): string => String(0 - score)

/** `place`: 0 to 2 for bloods, 3 for other solves. */
type SolveRow = [challenge: number, place: number, at: number, submission: number, userName: string | null]

type RowJson = [
  team: number,
  name: string,
  bio: string | null,
  avatar: string | null,
  solves: SolveRow[],
  awards: AwardRow[],
  country?: string | null
]

const PLACES: Record<SolveKind, number> = { FirstBlood: 0, SecondBlood: 1, ThirdBlood: 2, Normal: 3 }

/** Settle first. */
export function encodeTeamRow(
  team: TeamState,
  { id, name, bio, avatar, country }: TeamCard,
  cards: Cards
): string {
  const solves = team.solves
    .filter(isCounted)
    .map(
      ({ challenge, kind, at, submissionId, solver }: Solve): SolveRow => [
        challenge.id,
        PLACES[kind ?? 'Normal'],
        at,
        submissionId,
        cards.userName(solver)
      ]
    )
  const awards = team.awards.map((award) => awardRow(award, cards))
  const json: RowJson = [id, name, bio, avatar, solves, awards, country]
  return `${rankingMember(team)}${divisionText(team.division)}\0${JSON.stringify(json)}`
}

const divisionText = (division: string | null): string => (division === null ? '-' : `=${division}`)

/** A row as the script returns it. Places count from 0; `divisionPlace` is −1 without a division. */
export type FoundRow = [row: string, weight: string, place: number, divisionPlace: number]

export type Standing = Omit<BoardItem, 'solvedChallenges' | 'adjustments'>

function read([text, weight, place, divisionPlace]: FoundRow) {
  const end = text.indexOf('\0', MEMBER)
  const [id, name, bio, avatar, solves, awards, country = null] = JSON.parse(text.slice(end + 1)) as RowJson
  const time = text.slice(0, TIME)
  const standing: Standing = {
    id,
    participationId: Number(text.slice(TIME + 1, MEMBER)),
    name,
    bio,
    organization: text[MEMBER] === '-' ? null : text.slice(MEMBER + 1, end),
    avatar,
    country,
    score: 0 - Number(weight),
    rank: place + 1,
    organizationRank: divisionPlace < 0 ? null : divisionPlace + 1,
    lastSubmissionTime: time === NO_SOLVE ? NEVER : toWire(Number(time)),
    solvedCount: solves.length
  }
  return { standing, solves, awards }
}

/** The solves of a team by its row in the hash, oldest first. `place`: 0 to 2 for bloods, 3 for other solves. */
export function decodeSolves(row: string) {
  const { standing, solves } = read([row, '0', 0, -1])
  return {
    team: standing.id,
    name: standing.name,
    solves: solves.map(([challenge, place, at, submission]) => ({ challenge, place, at, submission }))
  }
}

export const decodeStanding = (found: FoundRow): Standing => read(found).standing

/** The points of a solve at today's value of its challenge; 0 for a challenge that is not on the board. */
export function pointsByKind(challenges: BoardChallenge[], packedBonus: number) {
  const bonus = unpackBonus(packedBonus)
  const values = new Map(challenges.map(({ id, score }) => [id, score]))
  return (challenge: number, kind: SolveKind): number =>
    pointsWithBonus(values.get(challenge) ?? 0, bonusOf(kind, bonus))
}

/** A line as `boardItem` (rules/view.ts) makes it. */
export function decodeBoardItem(found: FoundRow, price: ReturnType<typeof pointsByKind>): BoardItem {
  const { standing, solves, awards } = read(found)
  const { solvedCount, ...before } = standing
  return {
    ...before,
    solvedChallenges: solves.map(([id, place, at, submissionId, userName]) => {
      const type = kindAt(place)
      return { id, score: price(id, type), type, userName, time: toWire(at), submissionId }
    }),
    solvedCount,
    adjustments: awards.map(([at, points, why]) => adjustmentView({ at, points, why }, { reasons: true }))
  }
}
