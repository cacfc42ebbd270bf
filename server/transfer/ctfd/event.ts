import { CHALLENGE_LIMITS } from '~/server/challenges/contract'
import type { Source } from '../source'
import { openZip } from '../zip'
import { ctfdChallenges } from './challenges'
import { ctfdRoot, type RowsOf, settingsOf, tableOf } from './tables'

/** Unix seconds of CTFd's times, which are UTC without saying so. */
function secondsOf(date: string | null): number | null {
  if (!date) return null
  const plain = date.trim().replace(' ', 'T')
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(plain) ? plain : `${plain}Z`)
  return Number.isFinite(time) ? time / 1000 : null
}

type Player = RowsOf<'teams'>[number] | RowsOf<'users'>[number]

/** Those who compete, by id; hidden and banned ones and staff do not. */
async function playersOf(source: Source, root: string, byTeams: boolean): Promise<Map<number, Player>> {
  const all: Player[] = byTeams
    ? await tableOf(source, root, 'teams')
    : (await tableOf(source, root, 'users')).filter(({ type }) => type !== 'admin')
  return new Map(
    all.filter(({ hidden, banned, name }) => !hidden && !banned && name).map((one) => [one.id, one])
  )
}

/** Names that tell rows apart: one that comes again gets its id. */
function distinct<T extends { id: number; name: string | null }>(rows: Iterable<T>): Map<number, string> {
  const seen = new Set<string>()
  return new Map(
    [...rows].map(({ id, name }) => {
      const own = name?.trim() || `${id}`
      const unique = seen.has(own) ? `${own} (${id})` : own
      seen.add(unique)
      return [id, unique]
    })
  )
}

/**
 * An export of CTFd as an event file (docs/event-files.md): challenges, teams and their solves. Null for a ZIP that is none.
 * @throws AppError `archive.*`
 */
export async function ctfdEvent(path: string): Promise<object | null> {
  const source = await openZip(path)
  try {
    const root = ctfdRoot(source)
    return root === null ? null : await eventOf(source, root)
  } finally {
    await source.close()
  }
}

async function eventOf(source: Source, root: string): Promise<object> {
  const { title, start, end, byTeams } = await settingsOf(source, root)
  const players = await playersOf(source, root, byTeams)
  const names = distinct(players.values())
  const brackets = new Map((await tableOf(source, root, 'brackets')).map(({ id, name }) => [id, name]))
  const titles = distinct(await tableOf(source, root, 'challenges'))
  const dates = new Map((await tableOf(source, root, 'submissions')).map(({ id, date }) => [id, date]))
  const solves = (await tableOf(source, root, 'solves')).flatMap((solve) => {
    const team = names.get((byTeams ? solve.team_id : solve.user_id) ?? -1)
    const challenge = titles.get(solve.challenge_id ?? -1)
    const at = secondsOf(dates.get(solve.id) ?? null)
    return team && challenge && at !== null ? [{ team, challenge, at }] : []
  })
  const first = solves.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const last = solves.reduce((most, { at }) => Math.max(most, at), 0)
  const from = start ?? (solves.length > 0 ? first : 0)
  const made = new Map((await ctfdChallenges(source, root)).map((one) => [one.path, one.challenge]))
  return {
    title: title ?? 'CTFd',
    start: from,
    end: end ?? Math.max(last, from) + 1,
    challenges: [...titles].map(([id, name]) => {
      const challenge = made.get(`db/challenges.json: ${id}`)
      return {
        title: name.slice(0, CHALLENGE_LIMITS.title),
        ...(challenge && {
          category: challenge.input.category,
          content: challenge.update.content,
          hints: challenge.update.hints,
          flag: challenge.flags[0]?.flag,
          score: challenge.update.originalScore,
          minScoreRate: challenge.update.minScoreRate,
          difficulty: challenge.update.difficulty
        })
      }
    }),
    teams: [...players.values()].map(({ id, bracket_id: bracket }) => ({
      name: names.get(id),
      division: brackets.get(bracket ?? -1)?.slice(0, 64)
    })),
    solves
  }
}
