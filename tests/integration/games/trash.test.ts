import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { verify } from '~/server/ledger'
import { ENDED, REMADE, SOFT_REFERENCES, TREES } from '~/server/trash/tree'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { addCapture, captureFolder } from '../../support/instances/captures'
import { foldedBoard } from '../../support/scoring'

let domain: Domain
let admin: Ctx
beforeAll(async () => {
  domain = await openDomain()
  admin = domain.admin
})
afterAll(() => domain?.close())

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

const run = (text: string, ...values: unknown[]) => domain.stores.db.pool.query(text, values)

/** Tables that restoring does not bring back, and the trash itself. */
const LEFT_OUT = /^(audit_events|log_events|migrations|trash.*|instances|instance_.*)$/
const LEDGER = /^(score_events|ledger_heads)$/

/** All rows of all tables but `without`, by table. */
async function everything(without = /^$/): Promise<Record<string, string[]>> {
  const tables = await rows<{ name: string }>(
    `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (LEFT_OUT.test(name) || without.test(name)) continue
    const counted = name.endsWith('_counts') ? 'WHERE n <> 0' : ''
    const found = await rows<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t ${counted}`)
    all[name] = found.map(({ row }) => row).sort()
  }
  return all
}

const HASH = { text: 'a', poster: 'b', writeup: 'c', flag: 'd', avatar: 'e', file: 'f' }
const hashOf = (of: keyof typeof HASH) => HASH[of].repeat(64)

/** A game with rows in each table: solves, wrong and stolen flags, files, texts, notices, captures. */
async function full(): Promise<PlayedGame> {
  const { db } = domain.stores
  const game = await playGame(db, { teams: 4, challenges: 3, membersEach: 2 })
  const { id, teams, challenges } = game
  const [first, second, third] = challenges.map((challenge) => challenge.id)
  await run(`UPDATE challenges SET type = 'DynamicAttachment' WHERE id = $1`, third)
  await run(
    `INSERT INTO team_flags (challenge_id, participation_id, flag, flag_id)
     SELECT $1, $2, flag, id FROM flags WHERE challenge_id = $1`,
    third,
    teams[1]!.participationId
  )
  await sendFlags(db, game, [
    ...teams.slice(0, 3).flatMap((team) => challenges.slice(0, 2).map((challenge) => ({ team, challenge }))),
    { team: teams[1]!, challenge: challenges[2]! },
    { team: teams[2]!, challenge: challenges[2]! },
    { team: teams[3]!, challenge: challenges[0]!, answer: 'flag{wrong}' }
  ])
  while ((await judge(db, id)).rows.length > 0);
  await run(
    'INSERT INTO blobs (hash, size) SELECT unnest($1::text[]), 1 ON CONFLICT DO NOTHING',
    Object.keys(HASH).map((of) => hashOf(of as keyof typeof HASH))
  )
  await run('UPDATE games SET poster_hash = $2 WHERE id = $1', id, hashOf('poster'))
  await run('UPDATE teams SET avatar_hash = $2 WHERE id = $1', teams[0]!.teamId, hashOf('avatar'))
  await run('INSERT INTO embeds (hash, game_id) VALUES ($1, $2)', hashOf('text'), id)
  await run('INSERT INTO embeds (hash, challenge_id) VALUES ($1, $2)', hashOf('text'), first)
  await run(
    `INSERT INTO attachments (challenge_id, type, hash, name) VALUES ($1, 'Local', $2, 'a.zip')`,
    second,
    hashOf('file')
  )
  await run(
    `INSERT INTO attachments (challenge_id, flag_id, type, hash, name)
     SELECT $1, id, 'Local', $2, 'b.zip' FROM flags WHERE challenge_id = $1`,
    third,
    hashOf('flag')
  )
  await run(
    `INSERT INTO writeups (participation_id, hash, name, uploaded_at) VALUES ($1, $2, 'w.pdf', now())`,
    teams[0]!.participationId,
    hashOf('writeup')
  )
  await run(
    `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'Normal', '{Hello}', now())`,
    id
  )
  await run(
    `INSERT INTO game_events (game_id, type, "values", at, participation_id)
     SELECT $1, 'Normal', '{joined}', now(), id FROM participations WHERE game_id = $1`,
    id
  )
  await addCapture(db, domain.data, {
    gameId: id,
    challengeId: first!,
    participationId: teams[0]!.participationId,
    file: `${id}.pcap`,
    content: 'recorded'
  })
  return game
}

const entryOf = async (kind: string, target: number): Promise<number> =>
  (await rows<{ id: number }>('SELECT id FROM trash WHERE kind = $1 AND target_id = $2', kind, target))[0]!.id

const restore = async (kind: string, target: number) =>
  domain.services.trash.restore(admin, await entryOf(kind, target))

/** The board without the number of ledger entries. */
const board = async (game: PlayedGame) => ({ ...(await foldedBoard(domain.stores, game.id)), seq: 0 })

async function refusedRestore(kind: string, target: number, code: string, params: object): Promise<void> {
  const before = [await everything(), await entryOf(kind, target)]
  const error = await refused(restore(kind, target), code, 409)
  expect(error.params).toMatchObject(params)
  expect([await everything(), await entryOf(kind, target)]).toEqual(before)
}

describe('the declared tables', () => {
  const cascading = async (parents: readonly string[]) => {
    const found = await rows<{ relation: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS relation FROM pg_constraint
       WHERE contype = 'f' AND confdeltype = 'c' AND confrelid::regclass::text = ANY($1)`,
      parents
    )
    return found.map(({ relation }) => relation)
  }

  it.each(Object.entries(TREES))(
    'are those that are deleted with a %s, as by the foreign keys',
    async (_, tree) => {
      const declared = new Set(tree.map(({ relation }) => relation))
      const found = new Set([tree[0]!.relation])
      for (let size = 0; size !== found.size; ) {
        size = found.size
        for (const relation of await cascading([...found])) found.add(relation)
        for (const { relation, parent } of SOFT_REFERENCES) if (found.has(parent)) found.add(relation)
      }
      // A flag that a team has is not deleted.
      const others = [...REMADE, ...ENDED]
      const missing = [...found].filter((relation) => !declared.has(relation) && !others.includes(relation))
      expect(missing).toEqual([])
    }
  )

  it('are listed after those they refer to', async () => {
    for (const tree of Object.values(TREES)) {
      const order = tree.map(({ relation }) => relation)
      const keys = await rows<{ relation: string; parent: string }>(
        `SELECT conrelid::regclass::text AS relation, confrelid::regclass::text AS parent FROM pg_constraint
         WHERE contype = 'f' AND conrelid::regclass::text = ANY($1) AND confrelid::regclass::text = ANY($1)`,
        order
      )
      for (const { relation, parent } of keys)
        expect(order.indexOf(parent), `${parent} before ${relation}`).toBeLessThan(order.indexOf(relation))
    }
  })
})

describe('restoring', () => {
  it('a game restores every row of every table', async () => {
    const game = await full()
    await sendFlags(domain.stores.db, game, [{ team: game.teams[3]!, challenge: game.challenges[1]! }])
    const before = await everything()
    const shown = await board(game)
    await domain.services.games.remove(admin, game.id)
    expect(await rows('SELECT FROM submissions WHERE game_id = $1', game.id)).toEqual([])
    await restore('game', game.id)
    expect(await everything()).toEqual(before)
    expect(await board(game)).toEqual(shown)
    expect((await verify(domain.stores.db.pool, game.id)).firstBad).toBeNull()
    expect((await judge(domain.stores.db, game.id)).rows).toHaveLength(1)
    await refused(domain.services.trash.restore(admin, 999_999), 'trash.not_found', 404)
  })

  it('a challenge restores its solves, and the board is the same', async () => {
    const game = await full()
    const [, , third] = game.challenges
    const before = await everything(LEDGER)
    const shown = await board(game)
    await domain.services.challenges.remove(admin, game.id, third!.id)
    expect(await board(game)).not.toEqual(shown)
    await restore('challenge', third!.id)
    expect(await everything(LEDGER)).toEqual(before)
    expect(await board(game)).toEqual(shown)
    expect((await verify(domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })

  it.each(['Accepted', 'Suspended'])('a team that is %s restores its place', async (status) => {
    const game = await full()
    const [first, second] = game.teams
    const { participationId, teamId } = status === 'Accepted' ? second! : first!
    if (status === 'Suspended')
      await domain.services.participations.setStatus(admin, participationId, 'Suspended')
    const before = await everything(LEDGER)
    const shown = await board(game)
    await domain.services.teams.adminDelete(admin, teamId)
    await restore('team', teamId)
    expect(await everything(LEDGER)).toEqual(before)
    expect(await board(game)).toEqual(shown)
    expect((await verify(domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })

  it('a flag restores its file', async () => {
    const game = await full()
    const [first] = game.challenges
    const [flag] = await rows<{ id: number }>('SELECT id FROM flags WHERE challenge_id = $1', first!.id)
    await run(
      `INSERT INTO attachments (challenge_id, flag_id, type, hash, name) VALUES ($1, $2, 'Local', $3, 'x')`,
      first!.id,
      flag!.id,
      hashOf('flag')
    )
    const before = await everything(/^(score_events|ledger_heads|challenges|challenge_versions)$/)
    await domain.services.challenges.removeFlag(admin, game.id, first!.id, flag!.id)
    await restore('flag', flag!.id)
    expect(await everything(/^(score_events|ledger_heads|challenges|challenge_versions)$/)).toEqual(before)
  })

  it('handles new columns, by their defaults, and removed ones', async () => {
    const game = await full()
    await run(`ALTER TABLE notices ADD forgotten text DEFAULT 'x'`)
    await domain.services.games.remove(admin, game.id)
    await run(`ALTER TABLE notices DROP forgotten, ADD came text NOT NULL DEFAULT 'new'`)
    await restore('game', game.id)
    const found = await rows<{ came: string }>(
      `SELECT came FROM notices WHERE game_id = $1 AND type = 'Normal'`,
      game.id
    )
    expect(found).toEqual([{ came: 'new' }])
    await run('ALTER TABLE notices DROP came')
  })

  it('treats rows of deleted accounts as the deletion of the account does', async () => {
    const game = await full()
    const member = game.teams[0]!.members[1]!
    await domain.services.games.remove(admin, game.id)
    await domain.services.users.remove(admin, member.id)
    await restore('game', game.id)
    expect(await rows('SELECT FROM registrations WHERE user_id = $1', member.id)).toEqual([])
    expect(await rows('SELECT FROM registrations WHERE game_id = $1', game.id)).toHaveLength(7)
  })

  it('takes a purged team off the board of a restored game', async () => {
    const game = await full()
    const { teamId, participationId } = game.teams[0]!
    await domain.services.games.remove(admin, game.id)
    await domain.services.teams.adminDelete(admin, teamId)
    await refusedRestore('game', game.id, 'trash.restore_first_team', { title: game.teams[0]!.name })
    await domain.services.trash.remove(admin, await entryOf('team', teamId))
    await restore('game', game.id)
    const withdrawn = await rows<{ kind: string }>(
      'SELECT kind FROM score_events WHERE participation_id = $1 ORDER BY seq DESC LIMIT 1',
      participationId
    )
    expect(withdrawn).toEqual([{ kind: 'withdraw' }])
    expect((await verify(domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })
})

describe('a refused restore', () => {
  it('is that of a challenge whose game is in the trash or purged', async () => {
    const game = await full()
    const [first] = game.challenges
    await domain.services.challenges.remove(admin, game.id, first!.id)
    await domain.services.games.remove(admin, game.id)
    const [{ title }] = (await rows<{ title: string }>(
      `SELECT title FROM trash WHERE kind = 'game' AND target_id = $1`,
      game.id
    )) as [{ title: string }]
    await refusedRestore('challenge', first!.id, 'trash.restore_first_game', { title })
    await domain.services.trash.remove(admin, await entryOf('game', game.id))
    await refusedRestore('challenge', first!.id, 'trash.parent_gone', {})
  })

  it('is that of a row below a challenge or a team that was deleted later', async () => {
    const game = await full()
    const [first] = game.challenges
    const [team] = game.teams
    await domain.services.teams.adminDelete(admin, team!.teamId)
    await domain.services.challenges.remove(admin, game.id, first!.id)
    await refusedRestore('team', team!.teamId, 'trash.restore_first_challenge', { title: first!.title })
    await restore('challenge', first!.id)
    await restore('team', team!.teamId)

    await domain.services.challenges.remove(admin, game.id, first!.id)
    await domain.services.teams.adminDelete(admin, team!.teamId)
    await refusedRestore('challenge', first!.id, 'trash.restore_first_team', { title: team!.name })
  })

  it('is that of a team whose captain or member has another one', async () => {
    const game = await full()
    const [team, other] = game.teams
    const [captain, member] = team!.members
    await domain.services.teams.adminDelete(admin, team!.teamId)
    const made = await domain.services.teams.create(domain.as(captain), { name: 'Phoenix', bio: '' })
    await refusedRestore('team', team!.teamId, 'trash.captain_leads', {
      name: captain!.name,
      other: 'Phoenix'
    })
    await domain.services.teams.adminDelete(admin, made.id)
    await run(
      'INSERT INTO registrations (game_id, user_id, participation_id) VALUES ($1, $2, $3)',
      game.id,
      member!.id,
      other!.participationId
    )
    await refusedRestore('team', team!.teamId, 'trash.member_plays', { name: member!.name })
  })

  it('is that of a team without the account of its captain', async () => {
    const { id, captain } = await domain.team(2)
    const { name } = await domain.services.teams.adminOne(admin, id)
    await domain.services.teams.adminDelete(admin, id)
    await domain.services.users.remove(admin, captain.id)
    await refusedRestore('team', id, 'trash.captain_gone', { name })
  })

  it('is that of a team whose name looks like another’s', async () => {
    const game = await full()
    const [team, other] = game.teams
    await run(`UPDATE teams SET name = 'Сора' WHERE id = $1`, team!.teamId)
    await domain.services.teams.adminDelete(admin, team!.teamId)
    await run(`UPDATE teams SET name = 'copa' WHERE id = $1`, other!.teamId)
    await refusedRestore('team', team!.teamId, 'trash.name_taken', { name: 'Сора' })
  })

  it('is that of a flag that was drawn or added again', async () => {
    const game = await full()
    const [first, , third] = game.challenges
    const [, team, other] = game.teams
    await domain.services.teams.adminDelete(admin, team!.teamId)
    await run(
      `INSERT INTO team_flags (challenge_id, participation_id, flag, flag_id)
       SELECT $1, $2, flag, id FROM flags WHERE challenge_id = $1`,
      third!.id,
      other!.participationId
    )
    await refusedRestore('team', team!.teamId, 'trash.flag_drawn', { name: third!.title, other: other!.name })

    const [flag] = await rows<{ id: number }>('SELECT id FROM flags WHERE challenge_id = $1', first!.id)
    await domain.services.challenges.removeFlag(admin, game.id, first!.id, flag!.id)
    await run('INSERT INTO flags (challenge_id, flag) VALUES ($1, $2)', first!.id, first!.flag)
    await refusedRestore('flag', flag!.id, 'trash.flag_exists', { name: first!.title })
  })

  it('is that of an event that was imported again', async () => {
    const game = await full()
    await run(`UPDATE games SET origin = 'x:1' WHERE id = $1`, game.id)
    await domain.services.games.remove(admin, game.id)
    const again = await domain.game()
    await run(`UPDATE games SET origin = 'x:1', title = 'Again' WHERE id = $1`, again)
    await refusedRestore('game', game.id, 'trash.event_taken', { name: 'Again' })
  })
})

describe('races', () => {
  it('of two restores leave one that restores and one that finds nothing', async () => {
    const game = await full()
    await domain.services.games.remove(admin, game.id)
    const entry = await entryOf('game', game.id)
    const both = [1, 2, 3].map(() => domain.services.trash.restore(admin, entry))
    expect(await outcomes(both)).toEqual({ done: 1, codes: ['trash.not_found', 'trash.not_found'] })
  })

  it('of a challenge and the deletion of its game end in one order, nothing half', async () => {
    for (let round = 0; round < 4; round++) {
      const game = await full()
      const [first] = game.challenges
      await domain.services.challenges.remove(admin, game.id, first!.id)
      const entry = await entryOf('challenge', first!.id)
      const { codes } = await outcomes([
        domain.services.trash.restore(admin, entry),
        domain.services.games.remove(admin, game.id)
      ])
      expect(await rows('SELECT FROM challenges WHERE game_id = $1', game.id)).toEqual([])
      await restore('game', game.id)
      if (codes.length > 0) {
        expect(codes).toEqual(['trash.restore_first_game'])
        await restore('challenge', first!.id)
      }
      expect(await rows('SELECT FROM challenges WHERE game_id = $1', game.id)).toHaveLength(3)
      expect(await rows('SELECT FROM solves WHERE challenge_id = $1', first!.id)).toHaveLength(3)
    }
  })

  it('of flags and the deletion of a challenge lose none: they are in the trash or refused', async () => {
    const game = await full()
    const [first] = game.challenges
    const team = game.teams[3]!
    const send = () =>
      run(
        'SELECT * FROM store_submissions($1, $2, $3, $4, $5, $6, $7)',
        ...[[game.id], [first!.id], [team.participationId], [team.members[0].id], ['flag{x}'], [null], [null]]
      )
    const [sent] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, send)),
      domain.services.challenges.remove(admin, game.id, first!.id)
    ])
    const stored = sent.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
    await restore('challenge', first!.id)
    const back = await rows(
      `SELECT FROM submissions WHERE challenge_id = $1 AND answer = 'flag{x}'`,
      first!.id
    )
    expect(back).toHaveLength(stored)
  })
})

describe('the trash', () => {
  it('is for administrators alone', async () => {
    const { trash } = domain.services
    const [user, monitor] = [await domain.users(1), await domain.users(1, 'Monitor')]
    for (const ctx of [domain.as(user[0]!), domain.as(monitor[0]!, { role: 'Monitor' })]) {
      await refused(trash.list(ctx, { by: '' }, { count: 1, skip: 0 }), 'auth.forbidden', 403)
      await refused(trash.restore(ctx, 1), 'auth.forbidden', 403)
      await refused(trash.remove(ctx, 1), 'auth.forbidden', 403)
    }
    await refused(trash.list(domain.as(null), { by: '' }, { count: 1, skip: 0 }), 'auth.login_required', 401)
  })

  it('lists its entries, who deleted them and until when, by kind and name', async () => {
    const game = await full()
    const [captain] = game.teams[1]!.members
    const [flag] = await rows<{ id: number }>(
      'SELECT id FROM flags WHERE challenge_id = $1',
      game.challenges[0]!.id
    )
    await run(`UPDATE games SET end_at = now() - interval '1 min' WHERE id = $1`, game.id)
    await domain.services.challenges.removeFlag(admin, game.id, game.challenges[0]!.id, flag!.id)
    await domain.services.teams.disband(domain.as(captain), game.teams[1]!.teamId)
    const page = { count: 10, skip: 0 }
    const { trash } = domain.services
    const mine = await trash.list(admin, { by: captain!.name }, page)
    expect(mine.data).toMatchObject([
      {
        kind: 'team',
        targetId: game.teams[1]!.teamId,
        title: game.teams[1]!.name,
        game: null,
        counts: { participations: 1, team_members: 2, submissions: 3, solves: 3 },
        deletedBy: { id: captain!.id, name: captain!.name }
      }
    ])
    expect(mine.total).toBe(1)
    const { deletedAt, purgeAt } = mine.data[0]!
    expect(Date.parse(purgeAt) - Date.parse(deletedAt)).toBe(30 * 86_400_000)
    const flags = await trash.list(admin, { kind: 'flag', by: '' }, { count: 1, skip: 0 })
    expect(flags.data[0]).toMatchObject({ title: game.challenges[0]!.flag, game: { id: game.id } })
    expect(flags.data).toHaveLength(1)
  })

  it('keeps files and captures in use for 30 days, then purges its entries', async () => {
    const { services, data } = domain
    const game = await full()
    const { id, teams, challenges } = game
    await run(`UPDATE blobs SET stored_at = now() - interval '2 h'`)
    await services.games.remove(admin, id)
    const capture = { gameId: id, challengeId: challenges[0]!.id, participationId: teams[0]!.participationId }
    const recorded = join(captureFolder(data, capture), `${id}.pcap`)
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
    const days = 24
    await run('DELETE FROM trash WHERE target_id <> $1 OR kind <> $2', id, 'game')
    await run('DELETE FROM writeups')
    const files = () => rows('SELECT FROM blobs WHERE hash = $1', hashOf('writeup'))

    expect(await services.trash.purge(hours(30 * days - 1))).toBe(0)
    await services.assets.sweep(hours(30 * days - 1))
    await services.captures.purge(hours(2), 0)
    expect(await files()).toHaveLength(1)
    expect(existsSync(recorded)).toBe(true)

    expect(await services.trash.purge(hours(30 * days + 1))).toBe(1)
    expect(await rows('SELECT FROM trash_rows')).toEqual([])
    await services.assets.sweep(hours(30 * days + 2))
    await services.captures.purge(hours(2), 0)
    expect(await files()).toEqual([])
    expect(existsSync(recorded)).toBe(false)
  })

  it('audits what was restored and purged', async () => {
    const game = await full()
    await domain.services.games.remove(admin, game.id)
    await restore('game', game.id)
    await domain.services.games.remove(admin, game.id)
    const entry = await entryOf('game', game.id)
    await domain.services.trash.remove(admin, entry)
    const found = await rows<{ action: string }>(
      'SELECT action FROM audit_events WHERE target = ANY($1) ORDER BY id',
      [`game:${game.id}`, `trash:${entry}`]
    )
    expect(found.map(({ action }) => action)).toEqual([
      'game_deleted',
      'game_restored',
      'game_deleted',
      'trash_deleted'
    ])
    await refused(domain.services.trash.restore(admin, entry), 'trash.not_found', 404)
  })
})
