import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appendEntries } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'
import { PLACE_POINTS, SEASON_LIMITS } from '~/server/seasons/constants'
import { type SeasonInput, seasonInput, seasonUpdate, seasonWeight } from '~/server/seasons/contract'
import { type Domain, openDomain, outcomes, refused } from '~/tests/support/domain'
import { type PlayedGame, type PlayingTeam, playGame } from '~/tests/support/fixtures'

let domain: Domain
let seasons: Domain['services']['seasons']
beforeAll(async () => {
  domain = await openDomain()
  seasons = domain.services.seasons
})
afterAll(() => domain?.close())

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows as Record<string, unknown>[]
beforeEach(async () => {
  await sql('DELETE FROM seasons')
})

const ALL = { count: 100, skip: 0 }
const RULES: SeasonInput = { title: 'League', formula: 'places', placePoints: [100, 80, 60], best: null }
const OVER = { startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS, challenges: 1 }

async function award(game: PlayedGame, participationId: number, points: number): Promise<void> {
  await domain.stores.db.transaction(async (tx) => {
    const at = Date.now() - 1.5 * HOUR_MS
    await appendEntries(tx, game.id, [
      { kind: 'award', at, participationId, payload: { points, reason: '' } }
    ])
  })
}

/** A game that is over, in which the teams of another one played as well; scores in the order of the teams. */
async function played(scores: number[], others: readonly PlayingTeam[] = [], plan = {}): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, {
    ...OVER,
    teams: others.length ? 0 : scores.length,
    ...plan
  })
  const teams = others.length ? await Promise.all(others.map((team) => enter(game, team))) : game.teams
  for (const [index, points] of scores.entries())
    if (points !== 0) await award(game, teams[index]!.participationId, points)
  return { ...game, teams }
}

async function enter(game: PlayedGame, team: PlayingTeam): Promise<PlayingTeam> {
  const [made] = await sql(
    `INSERT INTO participations (game_id, team_id, status, token) VALUES ($1, $2, 'Accepted', 'token') RETURNING id`,
    ...[game.id, team.teamId]
  )
  const participationId = made!.id as number
  await domain.stores.db.transaction((tx) =>
    appendEntries(tx, game.id, [
      { kind: 'admit', at: Date.now(), participationId, payload: { division: null } }
    ])
  )
  return { ...team, participationId }
}

async function season(games: readonly { id: number }[], rules: Partial<SeasonInput> = {}): Promise<number> {
  const id = await seasons.create(domain.admin, { ...RULES, ...rules })
  for (const game of games) await seasons.putGame(domain.admin, id, game.id, 1)
  await seasons.reconcile(domain.admin)
  return id
}
const standing = async (id: number) =>
  (await seasons.one(id, ALL)).data.map(({ place, team, points }) => [place, team.id, points])
const columns = async (id: number) =>
  (await seasons.one(id, ALL)).games.map((game) => [game.id, game.counted])
const places = (list: [place: number, team: PlayingTeam, points: number][]) =>
  list.map(([place, team, points]) => [place, team.teamId, points])

describe('a standing', () => {
  it('adds up games by team id; who has no points in a game gets none; equal sums share a place', async () => {
    const one = await played([300, 200, 100, 0])
    const [a, b, c, d] = one.teams as [PlayingTeam, PlayingTeam, PlayingTeam, PlayingTeam]
    const two = await played([90, 70, 50, -10], [b, a, d, c])
    const id = await season([one, two])
    expect(await standing(id)).toEqual(
      places([
        [1, a, 180],
        [1, b, 180],
        [3, c, 60],
        [3, d, 60]
      ])
    )
    const [first] = (await seasons.one(id, ALL)).data
    expect(first!.results).toEqual([
      { game: one.id, place: 1, score: 300, points: 100, counted: true },
      { game: two.id, place: 2, score: 70, points: 80, counted: true }
    ])
    const part = await seasons.one(id, { count: 2, skip: 1 })
    expect(part.data.map(({ team }) => team.id)).toEqual([b.teamId, c.teamId])
    expect([part.length, part.total]).toEqual([2, 4])
  })

  it('follows the rules and weights, and is made again only when something changed', async () => {
    const one = await played([300, 150])
    const [a, b] = one.teams as [PlayingTeam, PlayingTeam]
    const two = await played([10, 5], [b, a])
    const id = await season([one, two])
    expect(await seasons.reconcile(domain.admin)).toBe(0)
    await seasons.putGame(domain.admin, id, two.id, 0.5)
    expect((await seasons.one(id, ALL)).pending).toBe(true)
    expect(await seasons.reconcile(domain.admin)).toBe(1)
    expect(await standing(id)).toEqual(
      places([
        [1, a, 140],
        [2, b, 130]
      ])
    )
    await seasons.update(domain.admin, id, { ...RULES, best: 1 })
    await seasons.reconcile(domain.admin)
    expect(await standing(id)).toEqual(
      places([
        [1, a, 100],
        [2, b, 80]
      ])
    )
    await seasons.update(domain.admin, id, { ...RULES, formula: 'rating' })
    await seasons.reconcile(domain.admin)
    expect(await standing(id)).toEqual(
      places([
        [1, a, 2.5],
        [2, b, 2]
      ])
    )
    await seasons.removeGame(domain.admin, id, one.id)
    await seasons.reconcile(domain.admin)
    expect(await standing(id)).toEqual(
      places([
        [1, b, 1],
        [2, a, 0.5]
      ])
    )
  })

  it('changes with a correction after the end, and with a team that is suspended', async () => {
    const game = await played([300, 200, 100])
    const [a, b, c] = game.teams as [PlayingTeam, PlayingTeam, PlayingTeam]
    const id = await season([game])
    const correction = { kind: 'award' as const, participationIds: [c.participationId], points: 150 }
    await domain.services.corrections.apply(domain.admin, game.id, { correction, reason: 'Mistyped' })
    await seasons.reconcile(domain.admin)
    expect(await standing(id)).toEqual(
      places([
        [1, a, 100],
        [2, c, 80],
        [3, b, 60]
      ])
    )
    await domain.services.participations.setStatus(domain.admin, a.participationId, 'Suspended')
    await seasons.reconcile(domain.admin)
    expect(await standing(id)).toEqual(
      places([
        [1, c, 100],
        [2, b, 80]
      ])
    )
  })

  it('goes on without a team that was deleted, and has it again when it is restored', async () => {
    const game = await played([300, 200])
    const [a, b] = game.teams as [PlayingTeam, PlayingTeam]
    const id = await season([game])
    await domain.services.teams.adminDelete(domain.admin, a.teamId)
    expect((await standing(id)).map(([, team]) => team)).toEqual([b.teamId])
    await seasons.reconcile(domain.admin)
    expect(await standing(id)).toEqual(places([[1, b, 100]]))
    const [entry] = await sql(`SELECT id FROM trash WHERE kind = 'team' AND target_id = $1`, a.teamId)
    await domain.services.trash.restore(domain.admin, entry!.id as number)
    await seasons.reconcile(domain.admin)
    expect(await standing(id)).toEqual(
      places([
        [1, a, 100],
        [2, b, 80]
      ])
    )
  })

  it('is the same when two processes count at once, and while it is edited', async () => {
    const one = await played([300, 200])
    const id = await season([])
    await Promise.all([
      seasons.putGame(domain.admin, id, one.id, 2),
      ...[1, 2, 3].map(() => seasons.reconcile(domain.admin))
    ])
    while ((await seasons.reconcile(domain.admin)) > 0);
    expect(await standing(id)).toEqual(
      places([
        [1, one.teams[0]!, 200],
        [2, one.teams[1]!, 160]
      ])
    )
    expect((await seasons.one(id, ALL)).pending).toBe(false)
  })
})

describe('a game counts only while everybody sees its final board', () => {
  /** Two teams, of which the second wins the game that is added to a season by `hide`. */
  async function beside(hide: (game: PlayedGame) => Promise<unknown>) {
    const open = await played([300, 200])
    const [a, b] = open.teams as [PlayingTeam, PlayingTeam]
    const other = await played([10], [b])
    const id = await season([open, other])
    const whole = places([
      [1, b, 180],
      [2, a, 100]
    ])
    expect(await standing(id)).toEqual(whole)
    await hide(other)
    const without = places([
      [1, a, 100],
      [2, b, 80]
    ])
    return { id, open, other, whole, without }
  }
  /** At once nothing that comes from the other game is shown; then the standing is as if it were not there. */
  async function leavesNothing({ id, other, without }: Awaited<ReturnType<typeof beside>>) {
    expect(await seasons.one(id, ALL)).toMatchObject({ data: [], total: 0, pending: true })
    await seasons.reconcile(domain.admin)
    expect(await standing(id)).toEqual(without)
    expect(JSON.stringify((await seasons.one(id, ALL)).data)).not.toContain(`"game":${other.id},`)
  }

  it.each([
    ['runs again', `end_at = now() + interval '1 hour'`],
    ['goes on for a division', `division_ends = jsonb_build_object('Open', '9999-01-01T00:00:00.000Z')`],
    ['is frozen', `freeze_at = start_at + interval '1 minute'`]
  ])('not when it %s; everybody still sees that it belongs to the season', async (_, change) => {
    const given = await beside(({ id }) => sql(`UPDATE games SET ${change} WHERE id = $1`, id))
    await leavesNothing(given)
    expect(await columns(given.id)).toEqual([
      [given.open.id, true],
      [given.other.id, false]
    ])
  })

  it.each([
    ['hidden', 'hidden = true'],
    ['the copy of a rehearsal', 'rehearsal = gen_random_uuid()']
  ])('not when it is %s, of which nothing is told', async (_, change) => {
    const given = await beside(({ id }) => sql(`UPDATE games SET ${change} WHERE id = $1`, id))
    await leavesNothing(given)
    expect(await columns(given.id)).toEqual([[given.open.id, true]])
  })

  it('not while a flag of its time waits for its verdict', async () => {
    const given = await beside(({ id, teams, challenges }) =>
      sql(
        `INSERT INTO submissions (game_id, challenge_id, participation_id, answer, status, submitted_at)
         VALUES ($1, $2, $3, 'flag', 'FlagSubmitted', now() - interval '90 minutes')`,
        ...[id, challenges[0]!.id, teams[0]!.participationId]
      )
    )
    await leavesNothing(given)
  })

  it('not in the trash; restored, it counts again', async () => {
    const given = await beside(({ id }) => domain.services.games.remove(domain.admin, id))
    await leavesNothing(given)
    expect(await columns(given.id)).toEqual([[given.open.id, true]])
    const [entry] = await sql(`SELECT id FROM trash WHERE kind = 'game' AND target_id = $1`, given.other.id)
    await domain.services.trash.restore(domain.admin, entry!.id as number)
    await seasons.reconcile(domain.admin)
    expect(await standing(given.id)).toEqual(given.whole)
  })

  it('counts from the reveal on', async () => {
    const given = await beside(({ id }) =>
      sql(`UPDATE games SET freeze_at = start_at + interval '1 minute' WHERE id = $1`, id)
    )
    await seasons.reconcile(domain.admin)
    await domain.services.freezing.reveal(domain.admin, given.other.id)
    await seasons.reconcile(domain.admin)
    expect(await standing(given.id)).toEqual(given.whole)
  })

  it('links lead only to seasons with a game that everybody may see', async () => {
    const game = await played([1])
    const id = await season([game])
    expect(await seasons.links()).toEqual([{ id, title: 'League', games: [game.id] }])
    await domain.services.games.update(domain.admin, game.id, { hidden: true })
    expect(await seasons.links()).toEqual([])
  })
})

describe('administrators', () => {
  it('alone create, edit and delete; all of it is audited', async () => {
    const game = await played([1])
    const id = await season([game])
    const [monitor] = await domain.users(1, 'Monitor')
    for (const ctx of [domain.as(monitor!, { role: 'Monitor' }), domain.as((await domain.users(1))[0]!)])
      for (const work of [
        seasons.create(ctx, RULES),
        seasons.editList(ctx),
        seasons.editOne(ctx, id),
        seasons.update(ctx, id, RULES),
        seasons.remove(ctx, id),
        seasons.putGame(ctx, id, game.id, 1),
        seasons.removeGame(ctx, id, game.id)
      ])
        await work.then(
          () => expect.unreachable(),
          (error) => expect(error.status).toBe(403)
        )
    await refused(seasons.create(domain.as(null), RULES), 'auth.login_required', 401)
    await seasons.update(domain.admin, id, { ...RULES, title: 'Cup' })
    await seasons.removeGame(domain.admin, id, game.id)
    await seasons.remove(domain.admin, id)
    const done = await sql('SELECT action FROM audit_events WHERE target = $1 ORDER BY id', `season:${id}`)
    expect(done.map(({ action }) => action)).toEqual([
      ...['season_created', 'season_game_set', 'season_updated', 'season_game_removed', 'season_deleted']
    ])
    await refused(seasons.one(id, ALL), 'season.not_found', 404)
    for (const relation of ['season_games', 'season_results', 'season_standings'])
      expect(await sql(`SELECT FROM ${relation} WHERE season_id = $1`, id)).toEqual([])
  })

  it('do not overwrite each other', async () => {
    const id = await season([])
    const { version } = await seasons.editOne(domain.admin, id)
    await seasons.update(domain.admin, id, { ...RULES, title: 'One', version })
    await refused(seasons.update(domain.admin, id, { ...RULES, title: 'Two', version }), 'edit.conflict', 409)
    expect((await seasons.editOne(domain.admin, id)).title).toBe('One')
  })

  it('meet the limits, also all at once, and games that are none', async () => {
    const id = await season([])
    await refused(seasons.putGame(domain.admin, id, 999_999, 1), 'season.no_game', 400)
    const copy = await played([1])
    await sql('UPDATE games SET rehearsal = gen_random_uuid() WHERE id = $1', copy.id)
    await refused(seasons.putGame(domain.admin, id, copy.id, 1), 'season.no_game', 400)
    await refused(seasons.removeGame(domain.admin, id, copy.id), 'game.not_found', 404)
    await sql(
      `WITH made AS (
         INSERT INTO games (title, start_at, end_at, public_key, private_seed)
         SELECT 'Game', now(), now() + interval '1 hour', 'key', 'seed' FROM generate_series(1, $2::int) RETURNING id)
       INSERT INTO season_games (season_id, game_id, weight) SELECT $1, id, 100 FROM made`,
      ...[id, SEASON_LIMITS.games - 1]
    )
    const [one, two] = [await played([1]), await played([1])]
    const added = [one, two].map((game) => seasons.putGame(domain.admin, id, game.id, 1))
    expect(await outcomes(added)).toEqual({ done: 1, codes: ['season.game_limit'] })
    await sql(
      `INSERT INTO seasons (title, formula, place_points, created_at)
       SELECT 'Season', 'share', '{1}', now() FROM generate_series(1, $1::int)`,
      SEASON_LIMITS.seasons - 2
    )
    const made = [1, 2, 3].map(() => seasons.create(domain.admin, RULES))
    expect(await outcomes(made)).toEqual({ done: 1, codes: ['season.limit', 'season.limit'] })
  })

  it.each([
    [{ title: ' ' }, 'title', 'field.title_required'],
    [{ title: 'x'.repeat(101) }, 'title', 'field.text_too_long'],
    [{ formula: 'best' }, 'formula', 'season.formula_unknown'],
    [{ placePoints: [] }, 'placePoints', 'season.places_empty'],
    [{ placePoints: [10, 20] }, 'placePoints', 'season.places_order'],
    [{ placePoints: [10_001] }, 'placePoints', 'season.places_number'],
    [{ placePoints: ['ten'] }, 'placePoints', 'season.places_number'],
    [{ placePoints: Array(101).fill(1) }, 'placePoints', 'season.places_too_long'],
    [{ best: 0 }, 'best', 'field.out_of_range'],
    [{ best: 31 }, 'best', 'field.out_of_range'],
    [{ best: 'all' }, 'best', 'field.number_required']
  ])('are told what is wrong: %j', (wrong, field, code) => {
    const issue = seasonUpdate.safeParse({ ...RULES, ...wrong }).error?.issues[0]
    expect([issue?.path[0], issue?.message]).toEqual([field, code])
    expect(seasonInput.safeParse({ ...RULES, placePoints: PLACE_POINTS }).success).toBe(true)
  })

  it.each([0, -1, 100.01, 1.005, Number.NaN])('give no game the weight %d', (weight) => {
    expect(seasonWeight.safeParse(weight).success).toBe(false)
  })
})
