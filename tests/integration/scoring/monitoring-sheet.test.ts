import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring/rules'
import type { GameRole } from '~/server/access/constants'
import type { Ctx } from '~/server/access/contract'
import { refused } from '../../support/domain'
import { sheetRows } from '../../support/files/xlsx'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { openMonitoringSuite } from '../../support/scoring/monitoring-suite'
import { foldedBoard } from '../../support/scoring/scoring'

const suite = openMonitoringSuite()
const { played, judged } = suite

/** A board as its sheet reads it. */
const sheetBoard = (board: Scoreboard) => ({
  teamCount: board.items.length,
  head: () => board,
  items: (from: number, count: number) => board.items.slice(from, from + count)
})

describe('cheats', () => {
  it('name the team that submitted and the owner of the flag', async () => {
    const { game, ids, one, two, second } = await played()
    await suite.domain.stores.db.pool.query('INSERT INTO cheats VALUES ($1, $2, $3, $4)', [
      ids[3],
      game.id,
      one.participationId,
      two.participationId
    ])
    const { monitoring } = suite.domain.services
    const cheats = await monitoring.cheats(suite.monitor, game.id)
    const side = (team: typeof one) => ({
      id: team.participationId,
      team: { id: team.teamId, name: team.name, avatar: null },
      status: 'Accepted',
      organization: null
    })
    expect(cheats).toEqual([
      {
        submitTeam: side(one),
        ownedTeam: side(two),
        submission: expect.objectContaining({
          id: ids[3],
          answer: 'flag{nope}',
          challenge: second.title,
          team: one.name
        }),
        sameAddress: false
      }
    ])
    expect(await monitoring.cheatCount(suite.monitor, game.id)).toBe(1)
  })

  it('show when owners sent flags from the same address, and never for unknown owners', async () => {
    const { game, ids, one, two } = await played()
    const { pool } = suite.domain.stores.db
    const match = [ids[3], game.id, one.participationId, two.participationId]
    await pool.query('INSERT INTO cheats VALUES ($1, $2, $3, $4)', match)
    const from = (address: string | null, team: typeof one) =>
      pool.query('UPDATE submissions SET ip = $1 WHERE participation_id = $2', [
        address,
        team.participationId
      ])
    const same = async () =>
      (await suite.domain.services.monitoring.cheats(suite.monitor, game.id))[0]!.sameAddress
    await from(null, one)
    await from(null, two)
    expect(await same()).toBe(false)
    await from('192.0.2.7', one)
    expect(await same()).toBe(false)
    await from('192.0.2.7', two)
    expect(await same()).toBe(true)
    await from('192.0.2.8', two)
    expect(await same()).toBe(false)
  })
})

describe('the sheet of the board', () => {
  it('has a row a team with its registered people, and a column a challenge', async () => {
    const { db } = suite.domain.stores
    const game = await playGame(db, {
      teams: 3,
      membersEach: 2,
      challenges: 2,
      divisionOf: (place) => (place ? 'b' : 'a')
    })
    const [one, two] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    await sendFlags(db, game, [{ team: two, challenge: game.challenges[1]! }])
    await judged(game)
    await db.pool.query(
      `UPDATE users SET real_name = '=cmd()', std_number = '007', phone = '+49 30' WHERE id = $1`,
      [two.members[0].id]
    )
    await db.pool.query(`UPDATE participations SET status = 'Suspended' WHERE id = $1`, [
      game.teams[2]!.participationId
    ])
    await db.pool.query(`UPDATE teams SET country = 'CZ' WHERE id = $1`, [two.teamId])
    for (const points of [-30, 50])
      await suite.domain.services.corrections.apply(suite.domain.admin, game.id, {
        correction: { kind: 'award', participationIds: [two.participationId], points },
        reason: 'A report.'
      })
    // A former member still counts as one who played.
    await db.pool.query('DELETE FROM team_members WHERE user_id = $1', [two.members[1]!.id])
    const board = await foldedBoard(suite.domain.stores, game.id)
    const { file } = await suite.domain.services.monitoring.boardSheet(
      suite.domain.admin,
      game.id,
      async () => sheetBoard(board),
      String
    )
    const [head, ...rows] = await sheetRows(await buffer(file))
    // No team has an affiliation, so there is no column of it.
    const first = ['division', 'country', 'captain'].map((key) => `monitor:sheet.${key}`)
    expect(head?.slice(2, 5)).toEqual(first)
    expect(head?.slice(-2)).toEqual(game.challenges.map(({ title }) => title))
    const none = 'monitor:sheet.blank'
    expect(rows[0]).toEqual([
      1,
      two.name,
      'b',
      'CZ',
      `'=cmd()`,
      `'=cmd() / ${none}`,
      two.members.map(({ name }) => name).join(' / '),
      two.members.map(({ name }) => `${name}@example.org`).join(' / '),
      `007 / ${none}`,
      `'+49 30 / ${none}`,
      1,
      expect.stringMatching(/Z$/),
      expect.any(Number),
      20,
      0,
      expect.any(Number)
    ])
    expect(rows[1]).toEqual([
      2,
      one.name,
      'a',
      '',
      none,
      `${none} / ${none}`,
      one.members.map(({ name }) => name).join(' / '),
      one.members.map(({ name }) => `${name}@example.org`).join(' / '),
      `${none} / ${none}`,
      `${none} / ${none}`,
      0,
      '',
      0,
      0,
      0,
      0
    ])
    // The total is the sum of what stands behind it.
    expect(rows[0]![12]).toBe(rows[0]!.slice(13).reduce((sum: number, cell) => sum + Number(cell), 0))
    const as = async (format: 'csv' | 'json') => {
      const { monitoring } = suite.domain.services
      const read = async () => sheetBoard(board)
      const { name, file } = await monitoring.boardSheet(suite.domain.admin, game.id, read, String, format)
      expect(name).toMatch(new RegExp(`\\.${format}$`))
      return (await buffer(file)).toString()
    }
    const json = JSON.parse(await as('json')) as { columns: string[]; rows: unknown[][] }
    // Names for programs, no words of a language; blank cells are blank.
    expect(json.columns.slice(0, 6)).toEqual(['rank', 'team', 'division', 'country', 'captain', 'members'])
    expect(json.rows[0]!.slice(0, 6)).toEqual([1, two.name, 'b', 'CZ', '=cmd()', '=cmd() / '])
    expect(json.rows.map((row) => row.length)).toEqual(json.rows.map(() => json.columns.length))
    const csvRows = parse(await as('csv'), { bom: true }) as string[][]
    expect(csvRows[0]).toEqual(json.columns)
    // No spreadsheet runs it.
    expect(csvRows[1]!.slice(0, 6)).toEqual(['1', two.name, 'b', 'CZ', `'=cmd()`, `'=cmd() / `])
    const empty = await foldedBoard(suite.domain.stores, (await playGame(db, { teams: 0 })).id)
    await refused(
      suite.domain.services.monitoring.boardSheet(
        suite.monitor,
        game.id,
        async () => sheetBoard(empty),
        String
      ),
      'game.scoreboard_export_failed'
    )
  })

  it('has private fields of players for monitors of the platform and who may review, and for no other staff', async () => {
    const { db } = suite.domain.stores
    const game = await playGame(db, { teams: 1, membersEach: 1, challenges: 1 })
    const [team] = game.teams as [PlayedGame['teams'][0]]
    await sendFlags(db, game, [{ team, challenge: game.challenges[0]! }])
    await judged(game)
    await db.pool.query(
      `UPDATE users SET real_name = 'Ada', std_number = '007', phone = '+49 30' WHERE id = $1`,
      [team.members[0].id]
    )
    const board = await foldedBoard(suite.domain.stores, game.id)
    const { monitoring } = suite.domain.services
    const columns = async (ctx: Ctx) => {
      const sheets = [
        await monitoring.boardSheet(ctx, game.id, async () => sheetBoard(board), String, 'json'),
        await monitoring.submissionSheet(ctx, game.id, String, 'json')
      ]
      const texts = await Promise.all(sheets.map(async ({ file }) => (await buffer(file)).toString()))
      return {
        secrets: ['Ada', '007', '+49 30', '@example.org'].filter((one) => texts.join().includes(one)),
        texts
      }
    }
    const as = (role: GameRole) => {
      const ctx = suite.domain.as(team.members[0])
      return { ...ctx, actor: { ...ctx.actor!, games: { [game.id]: role } } }
    }
    for (const ctx of [as('support'), as('monitor')]) {
      const { secrets, texts } = await columns(ctx)
      expect(secrets).toEqual([])
      for (const text of texts) expect(text).toContain(team.members[0].name)
    }
    for (const ctx of [suite.monitor, suite.domain.admin, as('owner'), as('referee')])
      expect((await columns(ctx)).secrets).toHaveLength(4)
  })
})
