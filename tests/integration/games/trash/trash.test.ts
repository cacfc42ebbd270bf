import { describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { verifyChain } from '~/server/ledger'
import { ENDED, REMADE, SOFT_REFERENCES, TREES } from '~/server/trash/tree'
import { refused } from '~/tests/support/domain'
import { type PlayedGame, sendFlags } from '~/tests/support/fixtures'
import { openTrashSuite } from '~/tests/support/games/trash-suite'
import { foldedBoard } from '~/tests/support/scoring/scoring'

const suite = openTrashSuite()
const { rows, full, everything, restore, LEDGER, run, hashOf, refusedRestore, entryOf } = suite

/** The board without the number of ledger entries. */
const board = async (game: PlayedGame) => ({ ...(await foldedBoard(suite.domain.stores, game.id)), seq: 0 })

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
    await sendFlags(suite.domain.stores.db, game, [{ team: game.teams[3]!, challenge: game.challenges[1]! }])
    const before = await everything()
    const shown = await board(game)
    await suite.domain.services.games.remove(suite.admin, game.id)
    expect(await rows('SELECT FROM submissions WHERE game_id = $1', game.id)).toEqual([])
    await restore('game', game.id)
    expect(await everything()).toEqual(before)
    expect(await board(game)).toEqual(shown)
    expect((await verifyChain(suite.domain.stores.db.pool, game.id)).firstBad).toBeNull()
    expect((await judge(suite.domain.stores.db, game.id)).rows).toHaveLength(1)
    await refused(suite.domain.services.trash.restore(suite.admin, 999_999), 'trash.not_found', 404)
  })

  it('a challenge restores its solves, and the board is the same', async () => {
    const game = await full()
    const [, , third] = game.challenges
    const before = await everything(LEDGER)
    const shown = await board(game)
    await suite.domain.services.challenges.remove(suite.admin, game.id, third!.id)
    expect(await board(game)).not.toEqual(shown)
    await restore('challenge', third!.id)
    expect(await everything(LEDGER)).toEqual(before)
    expect(await board(game)).toEqual(shown)
    expect((await verifyChain(suite.domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })

  it.each(['Accepted', 'Suspended'])('a team that is %s restores its place', async (status) => {
    const game = await full()
    const [first, second] = game.teams
    const { participationId, teamId } = status === 'Accepted' ? second! : first!
    if (status === 'Suspended')
      await suite.domain.services.participations.setStatus(suite.admin, participationId, 'Suspended')
    // Bloods pass on and come back, in notices that are made anew.
    const without = new RegExp(`${LEDGER.source}|^notices$`)
    const notices = () => rows(`SELECT (to_jsonb(n) - 'id')::text AS row FROM notices n ORDER BY 1`)
    const before = [await everything(without), await notices()]
    const shown = await board(game)
    await suite.domain.services.teams.adminDelete(suite.admin, teamId)
    await restore('team', teamId)
    expect([await everything(without), await notices()]).toEqual(before)
    expect(await board(game)).toEqual(shown)
    expect((await verifyChain(suite.domain.stores.db.pool, game.id)).firstBad).toBeNull()
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
    await suite.domain.services.challenges.removeFlag(suite.admin, game.id, first!.id, flag!.id)
    await restore('flag', flag!.id)
    expect(await everything(/^(score_events|ledger_heads|challenges|challenge_versions)$/)).toEqual(before)
  })

  it('handles new columns, by their defaults, and removed ones', async () => {
    const game = await full()
    await run(`ALTER TABLE notices ADD forgotten text DEFAULT 'x'`)
    await suite.domain.services.games.remove(suite.admin, game.id)
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
    await suite.domain.services.games.remove(suite.admin, game.id)
    await suite.domain.services.users.remove(suite.admin, member.id)
    await restore('game', game.id)
    expect(await rows('SELECT FROM registrations WHERE user_id = $1', member.id)).toEqual([])
    expect(await rows('SELECT FROM registrations WHERE game_id = $1', game.id)).toHaveLength(7)
  })

  it('takes a purged team off the board of a restored game', async () => {
    const game = await full()
    const { teamId, participationId } = game.teams[0]!
    await suite.domain.services.games.remove(suite.admin, game.id)
    await suite.domain.services.teams.adminDelete(suite.admin, teamId)
    await refusedRestore('game', game.id, 'trash.restore_first_team', { title: game.teams[0]!.name })
    await suite.domain.services.trash.remove(suite.admin, await entryOf('team', teamId))
    await restore('game', game.id)
    const withdrawn = await rows<{ kind: string }>(
      'SELECT kind FROM score_events WHERE participation_id = $1 ORDER BY seq DESC LIMIT 1',
      participationId
    )
    expect(withdrawn).toEqual([{ kind: 'withdraw' }])
    expect((await verifyChain(suite.domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })
})
