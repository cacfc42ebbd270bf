import { posix } from 'node:path'
import { z } from 'zod'
import { rctfConfig } from './game'
import { identity, instant, ofKind, parsed, type RctfExport, type Saved, text } from './responses'

/** A user of rCTF is a team; its members are addresses. */
export interface RctfTeam {
  id: string
  name: string
  email: string | null
  /** As players read it. */
  division: string | null
  country: string | null
  /** Of a table of the second version. */
  hash: string | null
  /** It administers rCTF. */
  staff: boolean
  banned: boolean
  members: string[]
}

export interface RctfSolve {
  team: string
  challenge: string
  /** Milliseconds. */
  at: number
}

interface RctfTeams {
  teams: Map<string, RctfTeam>
  /** The first of each team and challenge. */
  solves: RctfSolve[]
}

type Told = Partial<Omit<RctfTeam, 'members'>> & { id: string; name: string }

const user = z.object({
  id: identity,
  name: identity,
  email: text,
  division: text,
  perms: z.number().nullish(),
  banned: z.boolean().nullish(),
  countryCode: text
})
const toldBy = ({ id, name, email, division, perms, banned, countryCode }: z.infer<typeof user>): Told => ({
  ...{ id, name, email: email ?? null, division: division ?? null, country: countryCode ?? null },
  ...{ staff: (perms ?? 0) !== 0, banned: banned ?? false }
})

const solved = z.object({ challengeId: identity, createdAt: instant })
const listed = z.object({ users: z.array(user) })
const detailed = user.extend({ solves: z.array(solved).nullish() })
const userRow = user.extend({ country_code: text, password_hash: text })
const memberRow = z.object({ userid: identity, email: z.string() })
const solveRow = z.object({ userid: identity, challengeid: identity, createdat: instant })
const board = z.object({
  leaderboard: z.array(
    z.object({
      ...{ id: identity, name: identity, division: text, countryCode: text },
      solves: z.array(z.object({ id: identity, solveTime: instant })).nullish()
    })
  )
})
const profile = z.object({
  ...{ name: identity, division: text, countryCode: text },
  solves: z.array(z.object({ id: identity, createdAt: instant }))
})
const submissions = z.object({
  submissions: z.array(
    z.object({
      ...{ kind: text, result: text, challengeId: identity, userId: identity, userName: identity },
      ...{ userDivision: text, userCountryCode: text, userBanned: z.boolean().nullish(), createdAt: instant }
    })
  )
})
const solvers = z.object({
  solves: z.array(z.object({ userId: identity, userName: identity, createdAt: instant }))
})

/** The solves of one challenge do not name it: the file does, or the folder of a `solves.json`. */
function challengeNamed({ file }: Saved): string {
  const name = posix.basename(file).replace(/\.json$/i, '')
  return name === 'solves' ? posix.basename(posix.dirname(file)) : name
}

function collector() {
  const teams = new Map<string, RctfTeam>()
  const byName = new Map<string, string>()
  const first = new Map<string, RctfSolve>()
  return {
    teams,
    first,
    /** Adds what is not known yet. */
    team({ id, name, ...told }: Told) {
      const known = teams.get(id)
      byName.set(name.toLowerCase(), id)
      teams.set(id, {
        ...{ id, name: known?.name ?? name, members: known?.members ?? [] },
        email: known?.email ?? told.email ?? null,
        division: known?.division ?? told.division ?? null,
        country: known?.country ?? told.country ?? null,
        hash: known?.hash ?? told.hash ?? null,
        staff: (known?.staff || told.staff) ?? false,
        banned: (known?.banned || told.banned) ?? false
      })
    },
    /** A profile has no id; names are unique there. */
    idOf: (name: string) => byName.get(name.toLowerCase()) ?? `name:${name.toLowerCase()}`,
    solve(one: RctfSolve) {
      const key = JSON.stringify([one.team, one.challenge])
      const known = first.get(key)
      if (!known || one.at < known.at) first.set(key, one)
    }
  }
}
type Collector = ReturnType<typeof collector>

function takeTables(exported: RctfExport, all: Collector): void {
  for (const saved of ofKind(exported, 'users'))
    for (const row of parsed(saved, z.array(userRow)))
      all.team({ ...toldBy({ ...row, countryCode: row.country_code }), hash: row.password_hash ?? null })
  for (const saved of ofKind(exported, 'user_members'))
    for (const { userid, email } of parsed(saved, z.array(memberRow)))
      all.teams.get(userid)?.members.push(email)
  for (const saved of ofKind(exported, 'solves'))
    for (const { userid: team, challengeid: challenge, createdat: at } of parsed(saved, z.array(solveRow)))
      all.solve({ team, challenge, at })
}

function takeAdmin(exported: RctfExport, all: Collector): void {
  for (const saved of ofKind(exported, 'goodAdminUsers'))
    for (const one of parsed(saved, listed).users) all.team(toldBy(one))
  for (const saved of ofKind(exported, 'goodAdminUser')) {
    const { solves, ...one } = parsed(saved, detailed)
    all.team(toldBy(one))
    for (const { challengeId: challenge, createdAt: at } of solves ?? [])
      all.solve({ team: one.id, challenge, at })
  }
  for (const saved of ofKind(exported, 'goodAdminSubmissions'))
    for (const one of parsed(saved, submissions).submissions) {
      const { userId: id, userName: name, challengeId: challenge, createdAt: at } = one
      const division = one.userDivision ?? null
      all.team({ id, name, division, country: one.userCountryCode ?? null, banned: one.userBanned ?? false })
      // A flag of another team counts there, and is reported.
      const right = one.result === 'correct' || one.result === 'cheated'
      if (one.kind === 'flag' && right) all.solve({ team: id, challenge, at })
    }
}

function takePublic(exported: RctfExport, all: Collector): void {
  for (const saved of ofKind(exported, 'goodLeaderboard'))
    for (const { id, name, division, countryCode, solves } of parsed(saved, board).leaderboard) {
      all.team({ id, name, division: division ?? null, country: countryCode ?? null })
      for (const { id: challenge, solveTime: at } of solves ?? []) all.solve({ team: id, challenge, at })
    }
  for (const saved of ofKind(exported, 'goodChallengeSolves'))
    for (const { userId: id, userName: name, createdAt: at } of parsed(saved, solvers).solves) {
      all.team({ id, name })
      all.solve({ team: id, challenge: challengeNamed(saved), at })
    }
  for (const saved of ofKind(exported, 'goodUserData')) {
    const { name, division, countryCode, solves } = parsed(saved, profile)
    const id = all.idOf(name)
    all.team({ id, name, division: division ?? null, country: countryCode ?? null })
    for (const { id: challenge, createdAt: at } of solves) all.solve({ team: id, challenge, at })
  }
}

/** Teams and solves of everything that was saved. @throws AppError `archive.bad_response` */
export function rctfTeams(exported: RctfExport): RctfTeams {
  const all = collector()
  takeTables(exported, all)
  takeAdmin(exported, all)
  takePublic(exported, all)
  const divisions = rctfConfig(exported)?.divisions ?? {}
  for (const team of all.teams.values())
    if (team.division && Object.hasOwn(divisions, team.division)) team.division = divisions[team.division]!
  return { teams: all.teams, solves: [...all.first.values()] }
}
