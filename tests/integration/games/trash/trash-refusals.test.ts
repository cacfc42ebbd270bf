import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '~/server/platform/time'
import { outcomes, refused } from '~/tests/support/domain'
import { openTrashSuite } from '~/tests/support/games/trash-suite'
import { captureFolder } from '~/tests/support/instances/captures'

const suite = openTrashSuite()
const { full, rows, refusedRestore, entryOf, restore, run, hashOf } = suite

describe('a refused restore', () => {
  it('is that of a challenge whose game is in the trash or purged', async () => {
    const game = await full()
    const [first] = game.challenges
    await suite.domain.services.challenges.remove(suite.admin, game.id, first!.id)
    await suite.domain.services.games.remove(suite.admin, game.id)
    const [{ title }] = (await rows<{ title: string }>(
      `SELECT title FROM trash WHERE kind = 'game' AND target_id = $1`,
      game.id
    )) as [{ title: string }]
    await refusedRestore('challenge', first!.id, 'trash.restore_first_game', { title })
    await suite.domain.services.trash.remove(suite.admin, await entryOf('game', game.id))
    await refusedRestore('challenge', first!.id, 'trash.parent_gone', {})
  })

  it('is that of a row below a challenge or a team that was deleted later', async () => {
    const game = await full()
    const [first] = game.challenges
    const [team] = game.teams
    await suite.domain.services.teams.adminDelete(suite.admin, team!.teamId)
    await suite.domain.services.challenges.remove(suite.admin, game.id, first!.id)
    await refusedRestore('team', team!.teamId, 'trash.restore_first_challenge', { title: first!.title })
    await restore('challenge', first!.id)
    await restore('team', team!.teamId)

    await suite.domain.services.challenges.remove(suite.admin, game.id, first!.id)
    await suite.domain.services.teams.adminDelete(suite.admin, team!.teamId)
    await refusedRestore('challenge', first!.id, 'trash.restore_first_team', { title: team!.name })
  })

  it('is that of a team whose captain or member has another one', async () => {
    const game = await full()
    const [team, other] = game.teams
    const [captain, member] = team!.members
    await suite.domain.services.teams.adminDelete(suite.admin, team!.teamId)
    const made = await suite.domain.services.teams.create(suite.domain.as(captain), {
      name: 'Phoenix',
      bio: ''
    })
    await refusedRestore('team', team!.teamId, 'trash.captain_leads', {
      name: captain!.name,
      other: 'Phoenix'
    })
    await suite.domain.services.teams.adminDelete(suite.admin, made.id)
    await run(
      'INSERT INTO registrations (game_id, user_id, participation_id) VALUES ($1, $2, $3)',
      game.id,
      member!.id,
      other!.participationId
    )
    await refusedRestore('team', team!.teamId, 'trash.member_plays', { name: member!.name })
  })

  it('is that of a team without the account of its captain', async () => {
    const { id, captain } = await suite.domain.team(2)
    const { name } = await suite.domain.services.teams.adminOne(suite.admin, id)
    await suite.domain.services.teams.adminDelete(suite.admin, id)
    await suite.domain.services.users.remove(suite.admin, captain.id)
    await refusedRestore('team', id, 'trash.captain_gone', { name })
  })

  it('is that of a team whose name looks like another’s', async () => {
    const game = await full()
    const [team, other] = game.teams
    await run(`UPDATE teams SET name = 'Сора' WHERE id = $1`, team!.teamId)
    await suite.domain.services.teams.adminDelete(suite.admin, team!.teamId)
    await run(`UPDATE teams SET name = 'copa' WHERE id = $1`, other!.teamId)
    await refusedRestore('team', team!.teamId, 'trash.name_taken', { name: 'Сора' })
  })

  it('is that of a flag that was drawn or added again', async () => {
    const game = await full()
    const [first, , third] = game.challenges
    const [, team, other] = game.teams
    await suite.domain.services.teams.adminDelete(suite.admin, team!.teamId)
    await run(
      `INSERT INTO team_flags (challenge_id, participation_id, flag, flag_id)
       SELECT $1, $2, flag, id FROM flags WHERE challenge_id = $1`,
      third!.id,
      other!.participationId
    )
    await refusedRestore('team', team!.teamId, 'trash.flag_drawn', { name: third!.title, other: other!.name })

    const [flag] = await rows<{ id: number }>('SELECT id FROM flags WHERE challenge_id = $1', first!.id)
    await suite.domain.services.challenges.removeFlag(suite.admin, game.id, first!.id, flag!.id)
    await run('INSERT INTO flags (challenge_id, flag) VALUES ($1, $2)', first!.id, first!.flag)
    await refusedRestore('flag', flag!.id, 'trash.flag_exists', { name: first!.title })
  })

  it('is that of an event that was imported again', async () => {
    const game = await full()
    await run(`UPDATE games SET origin = 'x:1' WHERE id = $1`, game.id)
    await suite.domain.services.games.remove(suite.admin, game.id)
    const again = await suite.domain.game()
    await run(`UPDATE games SET origin = 'x:1', title = 'Again' WHERE id = $1`, again)
    await refusedRestore('game', game.id, 'trash.event_taken', { name: 'Again' })
  })
})

describe('races', () => {
  it('of two restores leave one that restores and one that finds nothing', async () => {
    const game = await full()
    await suite.domain.services.games.remove(suite.admin, game.id)
    const entry = await entryOf('game', game.id)
    const both = [1, 2, 3].map(() => suite.domain.services.trash.restore(suite.admin, entry))
    expect(await outcomes(both)).toEqual({ done: 1, codes: ['trash.not_found', 'trash.not_found'] })
  })

  it('of a challenge and the deletion of its game end in one order, nothing half', async () => {
    for (let round = 0; round < 4; round++) {
      const game = await full()
      const [first] = game.challenges
      await suite.domain.services.challenges.remove(suite.admin, game.id, first!.id)
      const entry = await entryOf('challenge', first!.id)
      const { codes } = await outcomes([
        suite.domain.services.trash.restore(suite.admin, entry),
        suite.domain.services.games.remove(suite.admin, game.id)
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
      suite.domain.services.challenges.remove(suite.admin, game.id, first!.id)
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
    const { trash } = suite.domain.services
    const [user, monitor] = [await suite.domain.users(1), await suite.domain.users(1, 'Monitor')]
    for (const ctx of [suite.domain.as(user[0]!), suite.domain.as(monitor[0]!, { role: 'Monitor' })]) {
      await refused(trash.list(ctx, { by: '' }, { count: 1, skip: 0 }), 'auth.forbidden', 403)
      await refused(trash.restore(ctx, 1), 'auth.forbidden', 403)
      await refused(trash.remove(ctx, 1), 'auth.forbidden', 403)
    }
    await refused(
      trash.list(suite.domain.as(null), { by: '' }, { count: 1, skip: 0 }),
      'auth.login_required',
      401
    )
  })

  it('lists its entries, who deleted them and until when, by kind and name', async () => {
    const game = await full()
    const [captain] = game.teams[1]!.members
    const [flag] = await rows<{ id: number }>(
      'SELECT id FROM flags WHERE challenge_id = $1',
      game.challenges[0]!.id
    )
    await run(`UPDATE games SET end_at = now() - interval '1 min' WHERE id = $1`, game.id)
    await suite.domain.services.challenges.removeFlag(suite.admin, game.id, game.challenges[0]!.id, flag!.id)
    await suite.domain.services.teams.disband(suite.domain.as(captain), game.teams[1]!.teamId)
    const page = { count: 10, skip: 0 }
    const { trash } = suite.domain.services
    const mine = await trash.list(suite.admin, { by: captain!.name }, page)
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
    expect(Date.parse(purgeAt) - Date.parse(deletedAt)).toBe(30 * DAY_MS)
    const flags = await trash.list(suite.admin, { kind: 'flag', by: '' }, { count: 1, skip: 0 })
    expect(flags.data[0]).toMatchObject({ title: game.challenges[0]!.flag, game: { id: game.id } })
    expect(flags.data).toHaveLength(1)
  })

  it('keeps files and captures in use for 30 days, then purges its entries', async () => {
    const { services, data } = suite.domain
    const game = await full()
    const { id, teams, challenges } = game
    await run(`UPDATE blobs SET stored_at = now() - interval '2 h'`)
    await services.games.remove(suite.admin, id)
    const capture = { gameId: id, challengeId: challenges[0]!.id, participationId: teams[0]!.participationId }
    const recorded = join(captureFolder(data, capture), `${id}.pcap`)
    const hours = (n: number) => new Date(Date.now() + n * HOUR_MS)
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

  it('audits flags by their ids, because nobody deletes the audit', async () => {
    const game = await full()
    const [challenge] = game.challenges
    const [flag] = await rows<{ id: number }>('SELECT id FROM flags WHERE challenge_id = $1', challenge!.id)
    const remove = () =>
      suite.domain.services.challenges.removeFlag(suite.admin, game.id, challenge!.id, flag!.id)
    await remove()
    await restore('flag', flag!.id)
    await remove()
    const entry = await entryOf('flag', flag!.id)
    await suite.domain.services.trash.remove(suite.admin, entry)
    const found = await rows<{ action: string }>(
      'SELECT action, before, after FROM audit_events WHERE target = ANY($1) ORDER BY id DESC LIMIT 3',
      [`challenge:${challenge!.id}`, `trash:${entry}`]
    )
    expect(found.map(({ action }) => action)).toEqual(['trash_deleted', 'flag_removed', 'flag_restored'])
    expect(found).toMatchObject([
      { before: { kind: 'flag', targetId: flag!.id } },
      { before: { flagId: flag!.id } },
      { after: { flagId: flag!.id } }
    ])
    expect(JSON.stringify(found)).not.toContain(challenge!.flag)
  })

  it('audits what was restored and purged', async () => {
    const game = await full()
    await suite.domain.services.games.remove(suite.admin, game.id)
    await restore('game', game.id)
    await suite.domain.services.games.remove(suite.admin, game.id)
    const entry = await entryOf('game', game.id)
    await suite.domain.services.trash.remove(suite.admin, entry)
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
    await refused(suite.domain.services.trash.restore(suite.admin, entry), 'trash.not_found', 404)
  })
})
