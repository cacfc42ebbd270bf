import { CHALLENGE_LIMITS } from '~/server/challenges/contract'
import type { Source } from '../archive/source'
import { openZip } from '../archive/zip'
import { distinct } from '../ctfd/people'
import { fallingCurve } from '../layouts/curve'
import { exportedContent } from '../plan/past-challenge'
import { CLASSIC_HALF, playedChallenges, type RctfChallenge, rctfChallenges } from './challenges'
import { rctfConfig } from './game'
import { addressesOf, shownFieldsOf } from './people'
import { type RctfExport, rctfExport } from './responses'
import { type RctfSolve, rctfTeams } from './teams'

/** The share of the most solved challenge's solves at which the value of version 1 has lost half. */
const LEGACY_HALF = 0.35477

/** Version 1 compares with the challenge that most have solved; version 2 does not, unless told to. */
function halfOf(exported: RctfExport, solves: readonly RctfSolve[]): number {
  if (exported.saved.some(({ second }) => second)) return CLASSIC_HALF
  const counts = new Map<string, number>()
  for (const { challenge } of solves) counts.set(challenge, (counts.get(challenge) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return most > 0 ? Math.max(LEGACY_HALF * most - 1, 0.01) : CLASSIC_HALF
}

function pointsFor({ points }: RctfChallenge, half: number) {
  if (!points) return {}
  const { originalScore: score, minScoreRate, difficulty } = fallingCurve(points.max, points.min, half)
  return { score, minScoreRate, difficulty }
}

/** The time from the first solve to the last, where the configuration tells none. */
function timesOf(exported: RctfExport, solves: readonly RctfSolve[]) {
  const told = rctfConfig(exported)
  const first = solves.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const last = solves.reduce((most, { at }) => Math.max(most, at), 0)
  const start = told?.startTime ?? (solves.length > 0 ? first : 0)
  const end = told?.endTime ?? Math.max(last, start) + 1000
  return { title: told?.ctfName?.trim() || 'rCTF', start: start / 1000, end: end / 1000 }
}

/** See docs/event-files.md. Null for another ZIP, or one without challenges. @throws AppError `archive.*` */
export async function rctfEvent(path: string): Promise<object | null> {
  const source = await openZip(path)
  try {
    const exported = await rctfExport(source)
    const found = exported ? playedChallenges(exported) : []
    return exported && found.length > 0 ? await eventOf(source, exported, found) : null
  } finally {
    await source.close()
  }
}

async function eventOf(source: Source, exported: RctfExport, played: RctfChallenge[]): Promise<object> {
  const titles = distinct(played)
  const all = rctfTeams(exported)
  const teams = [...all.teams.values()].filter(({ staff, banned }) => !staff && !banned)
  const names = distinct(teams)
  const solves = all.solves.filter(({ team, challenge }) => names.has(team) && titles.has(challenge))
  const half = halfOf(exported, solves)
  const made = new Map(
    (await rctfChallenges(source, exported, new Date())).map((one) => [one.id, one.challenge])
  )
  return {
    ...timesOf(exported, solves),
    challenges: played.map((one) => {
      const challenge = made.get(one.id)
      return {
        title: titles.get(one.id)!.slice(0, CHALLENGE_LIMITS.title),
        ...(challenge && exportedContent(challenge)),
        ...pointsFor(one, half)
      }
    }),
    teams: teams.map((team) => ({
      name: names.get(team.id),
      division: team.division?.slice(0, 64),
      members: addressesOf(team),
      ...shownFieldsOf(team)
    })),
    solves: solves.map(({ team, challenge, at }) => ({
      team: names.get(team)!,
      challenge: titles.get(challenge)!.slice(0, CHALLENGE_LIMITS.title),
      at: at / 1000
    }))
  }
}
