import { createHmac } from 'node:crypto'
import type { RegisterStatus } from '~/server/accounts/contract'
import { nameKey } from '~/server/accounts/name-key'
import type { SeedTeam } from '~/server/event-import'
import { uniqueNames } from '~/server/event-import/names'
import { MAX_TEAM_NAME_LENGTH, type TeamView } from '~/server/teams/contract'
import { UserError } from '../../shared/output'
import { type Http, titleOf } from './http'
import { inParallel } from './pool'
import { Progress } from './progress'

/** A team that plays: its captain's session, and its id on the platform. */
export interface Player {
  userName: string
  cookie: string
  teamId: number
}

/** Few at once, because hashing a password is slow. */
const WIDTH = 8

/** Characters that a team name may not have (server/teams/contract.ts). */
const REFUSED = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu

/** The account of a team. The same key gives the same account, so that a second replay can log in. */
export function accountOf(team: string, key: string): { userName: string; email: string; password: string } {
  const digest = (purpose: string, encoding: 'hex' | 'base64url') =>
    createHmac('sha256', key).update(`replay:${purpose}:${team}`).digest(encoding)
  const start = team
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  const userName = `${start.slice(0, 6) || 'team'}-${digest('name', 'hex').slice(0, 8)}`
  const password = `aA1-${digest('password', 'base64url').slice(0, 24)}`
  return { userName, email: `${userName}@replay.invalid`, password }
}

/** The team's name without characters that the platform refuses. */
export function playableName(name: string): string {
  const plain = name.normalize('NFKC').replace(REFUSED, '').trim()
  return [...plain].slice(0, MAX_TEAM_NAME_LENGTH).join('').trim() || 'Team'
}

/** Brings all teams into the game as their captains would, numbering names that look alike. Keeps the order. */
export async function enrolTeams(
  http: Http,
  gameId: number,
  teams: SeedTeam[],
  key: string
): Promise<Player[]> {
  const progress = new Progress('Teams', teams.length)
  const entrance = new Enrolment(http, key)
  const unique = uniqueNames(MAX_TEAM_NAME_LENGTH, nameKey)
  const named = teams.map((team) => ({ ...team, shown: unique(playableName(team.name)) }))
  try {
    return await inParallel(named, WIDTH, async ({ name, division, shown }) => {
      const { cookie, userName, isNew } = await entrance.enter(name)
      const teamId = await teamOf(http, cookie, userName, shown, isNew)
      const body = { teamId, organization: division }
      await http.need({ method: 'POST', path: `/api/game/${gameId}`, body, cookie })
      progress.step()
      return { userName, cookie, teamId }
    })
  } finally {
    progress.end()
  }
}

/** Registers or logs in. Tries first what worked last, because a replay finds all accounts or none. */
class Enrolment {
  #known = false

  constructor(
    private readonly http: Http,
    private readonly key: string
  ) {}

  async enter(team: string): Promise<{ userName: string; cookie: string; isNew: boolean }> {
    const account = accountOf(team, this.key)
    const { userName } = account
    const ways = this.#known ? [this.#logIn, this.#register] : [this.#register, this.#logIn]
    let refusal = ''
    for (const way of ways) {
      const { cookie, title } = await way.call(this, account)
      const isNew = way === this.#register
      if (cookie) this.#known = !isNew
      if (cookie) return { userName, cookie, isNew }
      refusal ||= title
    }
    throw new UserError(`No account for the team "${team}": ${refusal}`)
  }

  async #register(body: ReturnType<typeof accountOf>) {
    const answer = await this.http.call({ method: 'POST', path: '/api/account/register', body })
    const status = (answer.body as { data?: RegisterStatus } | null)?.data
    if (answer.status === 200 && status !== 'LoggedIn')
      throw new UserError(
        'New accounts have to be confirmed first: switch that off in the account policy to replay.'
      )
    return { cookie: answer.status === 200 ? answer.cookie : null, title: titleOf(answer.body) }
  }

  async #logIn({ userName, password }: ReturnType<typeof accountOf>) {
    const body = { userName, password }
    const answer = await this.http.call({ method: 'POST', path: '/api/account/login', body })
    return { cookie: answer.status === 200 ? answer.cookie : null, title: titleOf(answer.body) }
  }
}

/** The team that this account leads; creates it when there is none. */
async function teamOf(
  http: Http,
  cookie: string,
  userName: string,
  name: string,
  isNew: boolean
): Promise<number> {
  if (!isNew) {
    const teams = await http.need<TeamView[]>({ path: '/api/team', cookie })
    const own = teams.find(({ members }) => members?.some((one) => one.captain && one.userName === userName))
    if (own) return own.id
  }
  const body = { name }
  return (await http.need<TeamView>({ method: 'POST', path: '/api/team', body, cookie })).id
}
