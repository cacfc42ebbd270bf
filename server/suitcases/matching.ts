import { number, rows, type Sql, text, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { type Match, type Matching, SUITCASE_LIMITS } from './contract'
import type { ReadResults } from './reading'

/** A team there, and what becomes of it here. */
export type Matched = Match & { division: string | null }

const HERE = { participationId: number, name: text, key: text }

interface Hints {
  /** Participations here by those there, as merged last. */
  before: Readonly<Record<string, number>>
  chosen: Matching
}

/**
 * Finds each team of the results in the game: as chosen, as merged before, by the suitcase's ids, by its name, else new. Each
 * team of the game is matched once; more certain matches go first.
 * @throws AppError `suitcase.match` 400 for a chosen team that is not here, not there or taken twice
 */
export async function matchTeams(
  sql: Sql,
  gameId: number,
  { head, counted }: ReadResults,
  { before, chosen }: Hints
): Promise<Matched[]> {
  const here = await rows(
    sql,
    HERE,
    `SELECT p.id AS "participationId", t.name, team_name_key(t.name) AS key FROM participations p
     JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 ORDER BY p.id`,
    [gameId]
  )
  const keys = await rows(
    sql,
    { key: text },
    'SELECT team_name_key(name) AS key FROM unnest($1::text[]) WITH ORDINALITY AS n (name, place) ORDER BY place',
    [head.teams.map(({ name }) => name)]
  )
  const known = new Map(here.map(({ participationId, name }) => [participationId, name]))
  const named = new Map(here.map(({ key, participationId }) => [key, participationId]))
  const found = new Map<number, { how: Match['how']; id: number | null }>()
  const taken = new Set<number>()
  const wrong = (own: number | string) =>
    new AppError('suitcase.match', 400, { extra: { field: 'teams' }, params: { team: own } })
  const take = (own: number, how: Match['how'], id: number | null | undefined) => {
    if (found.has(own) || id === undefined) return
    if (id !== null && (taken.has(id) || !known.has(id))) {
      if (how === 'chosen') throw wrong(own)
      return
    }
    if (id !== null) taken.add(id)
    found.set(own, { how, id })
  }
  const theirs = new Set(head.teams.map(({ own }) => String(own)))
  const stray = Object.keys(chosen).find((own) => !theirs.has(own))
  if (stray !== undefined) throw wrong(stray)
  const passes: [Match['how'], (team: (typeof head.teams)[number], key: string) => number | undefined][] = [
    ['before', ({ own }) => before[own]],
    ['pack', ({ home }) => home ?? undefined],
    ['name', (_, key) => named.get(key)]
  ]
  for (const { own } of head.teams) {
    const choice = chosen[own]
    if (choice === undefined) continue
    if (typeof choice === 'number') take(own, 'chosen', choice)
    else take(own, choice, null)
  }
  for (const { own } of head.teams) if (!counted.has(own)) take(own, 'left', null)
  for (const [how, idOf] of passes)
    for (const [index, team] of head.teams.entries()) take(team.own, how, idOf(team, keys[index]!.key))
  return head.teams.map(({ own, name, division }) => {
    const { how, id } = found.get(own) ?? { how: 'new' as const, id: null }
    return {
      ...{ own, name, how, division },
      here: id === null ? null : { participationId: id, name: known.get(id)! }
    }
  })
}

/** Participations here about which staff decides by a match of its own choice: the chosen ones, and those that it replaces. */
export function decidedIn(
  chosen: Matching,
  { head }: Pick<ReadResults, 'head'>,
  before: Readonly<Record<string, number>>
): number[] {
  const homes = new Map(head.teams.map(({ own, home }) => [String(own), home]))
  return Object.entries(chosen).flatMap(([own, choice]) =>
    [typeof choice === 'number' ? choice : null, before[own], homes.get(own)].filter((id) => id != null)
  )
}

const CERTAIN: Match['how'][] = ['new', 'name', 'chosen', 'skip', 'left', 'before', 'pack']

/** Matches for a preview, the least certain first. */
export const shownMatches = (teams: readonly Matched[]): Match[] =>
  teams
    .map(({ division: _, ...match }) => match)
    .sort((a, b) => CERTAIN.indexOf(a.how) - CERTAIN.indexOf(b.how) || a.own - b.own)
    .slice(0, SUITCASE_LIMITS.matched)

/** The participations of the game for which the users are registered. */
export async function findRegisteredAccounts(
  sql: Sql,
  gameId: number,
  userIds: readonly string[]
): Promise<Map<string, number>> {
  const found = await rows(
    sql,
    { user: uuid, participation: number },
    `SELECT user_id AS "user", participation_id AS participation FROM registrations
     WHERE game_id = $1 AND user_id = ANY ($2)`,
    [gameId, userIds]
  )
  return new Map(found.map(({ user, participation }) => [user, participation]))
}
