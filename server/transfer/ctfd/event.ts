import { CHALLENGE_LIMITS } from '~/server/challenges/contract'
import type { Source } from '../archive/source'
import { openZip } from '../archive/zip'
import { shownBy } from '../exported-person'
import { exportedContent } from '../plan/past-challenge'
import { ctfdChallenges } from './challenges'
import { addressOf, distinct, type Player, playerOf } from './people'
import { ctfdRoot, settingsOf, tableOf } from './tables'

/** Times of CTFd are UTC without an offset. */
function secondsOf(date: string | null): number | null {
  if (!date) return null
  const plain = date.trim().replace(' ', 'T')
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(plain) ? plain : `${plain}Z`)
  return Number.isFinite(time) ? time / 1000 : null
}

/** See docs/event-files.md. Null for another ZIP. @throws AppError `archive.*` */
export async function ctfdEvent(path: string): Promise<object | null> {
  const source = await openZip(path)
  try {
    const root = ctfdRoot(source)
    return root === null ? null : await eventOf(source, root)
  } finally {
    await source.close()
  }
}

const competing = (all: Player[]): Map<number, Player> =>
  new Map(all.filter(({ hidden, banned, name }) => !hidden && !banned && name).map((one) => [one.id, one]))

async function eventOf(source: Source, root: string): Promise<object> {
  const { title, start, end, byTeams } = await settingsOf(source, root)
  const users = (await tableOf(source, root, 'users')).filter(({ type }) => type !== 'admin')
  const players = competing(byTeams ? await tableOf(source, root, 'teams') : users)
  const addresses = new Map(users.map((user) => [user.id, addressOf(user) ?? undefined]))
  const members = new Map<number, string[]>()
  for (const user of users) {
    const player = playerOf(user, { byTeams })
    const address = addresses.get(user.id)
    if (player !== null && address) members.set(player, [...(members.get(player) ?? []), address])
  }
  const names = distinct(players.values())
  const brackets = new Map((await tableOf(source, root, 'brackets')).map(({ id, name }) => [id, name]))
  const titles = distinct(await tableOf(source, root, 'challenges'))
  const dates = new Map((await tableOf(source, root, 'submissions')).map(({ id, date }) => [id, date]))
  const solves = (await tableOf(source, root, 'solves')).flatMap((solve) => {
    const team = names.get((byTeams ? solve.team_id : solve.user_id) ?? -1)
    const challenge = titles.get(solve.challenge_id ?? -1)
    const at = secondsOf(dates.get(solve.id) ?? null)
    const by = addresses.get(solve.user_id ?? -1)
    return team && challenge && at !== null ? [{ team, challenge, at, by }] : []
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
          ...exportedContent(challenge),
          score: challenge.update.originalScore,
          minScoreRate: challenge.update.minScoreRate,
          difficulty: challenge.update.difficulty,
          scoring: challenge.update.scoring
        })
      }
    }),
    teams: [...players.values()].map(({ id, bracket_id: bracket, ...player }) => ({
      name: names.get(id),
      division: brackets.get(bracket ?? -1)?.slice(0, 64),
      members: members.get(id),
      ...shownBy(player)
    })),
    solves
  }
}
