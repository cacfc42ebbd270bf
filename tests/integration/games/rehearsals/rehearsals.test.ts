import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { number, row, rows, text } from '~/server/db'
import { LOCK_KEYS } from '~/server/db/locks'
import type { Finding, RehearsalView } from '~/server/rehearsals/contract'
import {
  CHALLENGE_COLUMNS,
  GAME_COLUMNS,
  OWN_CHALLENGE_COLUMNS,
  OWN_GAME_COLUMNS
} from '~/server/rehearsals/copying'
import { Client } from '~/tests/support/api/client'
import { send } from '~/tests/support/files/files'
import { addUsers, sessionOf } from '~/tests/support/fixtures'
import { type OpenGame, Organiser } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'
import { moduleOf, type PluginFolder, pluginFolder } from '~/tests/support/processes/plugins'
import { until } from '~/tests/support/until'

let platform: Platform
let organiser: Organiser
let admin: Client
let plugins: PluginFolder
beforeAll(async () => {
  plugins = pluginFolder()
  plugins.write('sum.ts', moduleOf('checker', 'sum', `check: ({ answer }) => answer === '42'`))
  plugins.write(
    'invited.ts',
    moduleOf(
      'registration',
      'invited',
      `check: (it) => (it.of === 'game' ? 'You are not on the list.' : null)`
    )
  )
  platform = await startPlatform({ HALYARD_PLUGINS: plugins.path }, { jobs: true })
  organiser = await Organiser.of(platform)
  admin = organiser.client
})
afterAll(async () => {
  await platform?.close()
  plugins?.close()
})

const pathOf = ({ id }: { id: number }) => `/api/edit/games/${id}/rehearsals`
const list = (game: { id: number }) => admin.ok<RehearsalView[]>('GET', pathOf(game))
const start = (game: { id: number }, teams = 2) => admin.ok<RehearsalView>('POST', pathOf(game), { teams })

const ended = async (game: { id: number }): Promise<RehearsalView> => {
  const live = ['waiting', 'running']
  await until(async () => !live.includes((await list(game))[0]!.state), 60_000)
  return (await list(game))[0]!
}

const leftOf = async () => {
  const found = await row(
    platform.stores.db.pool,
    { n: number },
    `SELECT ((SELECT count(*) FROM games WHERE rehearsal IS NOT NULL) + (SELECT count(*) FROM teams WHERE rehearsal IS NOT NULL)
       + (SELECT count(*) FROM users WHERE rehearsal IS NOT NULL))::int AS n`
  )
  return found!.n
}
const gone = () => until(async () => (await leftOf()) === 0, 30_000)

const codes = (found: readonly Finding[], title: string | null) =>
  found.filter((one) => one.title === title).map(({ code }) => code)

/** Rows of every table but those that tell of the past on purpose. */
async function countRows(): Promise<Record<string, number>> {
  const { pool } = platform.stores.db
  const tables = await rows(
    pool,
    { name: text },
    `SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'
     AND table_type = 'BASE TABLE' AND table_name NOT IN ('rehearsals', 'audit_events', 'log_events', 'unjudged')`
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables)
    counts[name] = (await row(pool, { n: number }, `SELECT count(*)::int AS n FROM "${name}"`))!.n
  return counts
}

const upload = async (name: string, content: string): Promise<string> => {
  const { body } = await send<{ hash: string }[]>(admin, 'POST', '/api/assets', [
    { field: 'files', name, type: 'text/plain', content: Buffer.from(content) }
  ])
  return body[0]!.hash
}

const edit = ({ id }: OpenGame, challenge: number, change: object) =>
  admin.ok('PUT', `/api/edit/games/${id}/challenges/${challenge}`, change)

const attach = ({ id }: OpenGame, challenge: number, file: object) =>
  admin.ok('POST', `/api/edit/games/${id}/challenges/${challenge}/attachment`, file)

const statement = (sql: string, values: unknown[]) => platform.stores.db.pool.query(sql, values)

const titled = (...titles: string[]) => titles.map((title) => ({ title, content: 'Read this.' }))

describe('a rehearsal', { timeout: 120_000 }, () => {
  it('plays a game that works to its end, finds nothing broken, and leaves no row', async () => {
    const game = await organiser.game({
      challenges: titled('One', 'Two', 'Three'),
      organizations: ['Students', 'Open'],
      inviteCode: 'let me in'
    })
    const [one, two, three] = game.challenges
    await attach(game, one!.id, { attachmentType: 'Local', fileHash: await upload('one.txt', 'the first') })
    await edit(game, three!.id, { requires: [two!.id], attemptLimit: 1 })
    const before = await countRows()
    const started = await start(game, 3)
    expect(started).toMatchObject({ teams: 3, requestedBy: 'Admin', report: null })
    // Jobs may have begun it by now.
    expect(['waiting', 'running']).toContain(started.state)
    const { state, report } = await ended(game)
    expect(state).toBe('done')
    expect(report!.findings.filter(({ severity }) => severity === 'bad')).toEqual([])
    // A wrong and a right flag of each challenge by each team; no wrong one where it would be the only try.
    expect(report!.figures).toMatchObject({
      teams: 3,
      challenges: 3,
      files: 1,
      bytes: 9,
      flags: 15,
      solves: 9
    })
    expect(report!.calls.find(({ call }) => call === 'challenge')).toMatchObject({ count: 9 })
    await gone()
    expect(await countRows()).toEqual(before)
    expect((await admin.ok<{ items: [] }>('GET', `/api/game/${game.id}/scoreboard`)).items).toEqual([])
  })

  it('finds what players would meet, each with its challenge', async () => {
    const game = await organiser.game({
      challenges: [
        { title: 'Changed file', content: '![](/assets/x.png) ![a map](https://example.org/map.png)' },
        ...titled(
          'Lost file',
          'Private file',
          'No flag',
          'Circle a',
          'Circle b',
          'Closed',
          'Late',
          'Needs closed'
        ),
        { title: 'Empty', content: '' }
      ]
    })
    const at = (title: string) => game.challenges.find((one) => one.title === title)!.id
    const [changed, lost] = [await upload('changed.txt', 'as it was'), await upload('lost.txt', 'gone')]
    await attach(game, at('Changed file'), { attachmentType: 'Local', fileHash: changed })
    await attach(game, at('Lost file'), { attachmentType: 'Local', fileHash: lost })
    const url = 'http://127.0.0.1:9/file.zip'
    await attach(game, at('Private file'), { attachmentType: 'Remote', remoteUrl: url })
    const paths = (hash: string) =>
      join(platform.data, 'files', 'stored', hash.slice(0, 2), hash.slice(2, 4), hash)
    writeFileSync(paths(changed), 'AS IT WAS')
    rmSync(paths(lost))
    // What no form allows, but an older version, an import or a race can leave.
    await statement('DELETE FROM flags WHERE challenge_id = $1', [at('No flag')])
    await statement('UPDATE challenges SET requires = ARRAY[$2::int] WHERE id = $1', [
      at('Circle a'),
      at('Circle b')
    ])
    await statement('UPDATE challenges SET requires = ARRAY[$2::int] WHERE id = $1', [
      at('Circle b'),
      at('Circle a')
    ])
    await edit(game, at('Needs closed'), { requires: [at('Closed')] })
    await edit(game, at('Closed'), { isEnabled: false })
    await edit(game, at('Late'), { isEnabled: false })
    // As one that was there before the end moved.
    await statement(`UPDATE challenges SET release_at = now() + interval '5 hours' WHERE id = $1`, [
      at('Late')
    ])
    await start(game)
    const { report } = await ended(game)
    const { findings } = report!
    expect(codes(findings, 'Changed file').sort()).toEqual(['file_changed', 'image_missing', 'image_no_alt'])
    expect(codes(findings, 'Lost file')).toEqual(['file_missing'])
    expect(codes(findings, 'Private file')).toEqual(['remote_private'])
    expect(codes(findings, 'No flag')).toEqual(['flag_none'])
    expect(codes(findings, 'Circle a')).toEqual(['requirement_cycle'])
    expect(codes(findings, 'Circle b')).toEqual(['requirement_cycle'])
    expect(codes(findings, 'Closed')).toEqual(['disabled'])
    expect(codes(findings, 'Needs closed')).toEqual(['requirement_closed'])
    expect(codes(findings, 'Late')).toEqual(['release_late'])
    expect(codes(findings, 'Empty')).toEqual(['statement_empty'])
    expect(findings.find(({ code }) => code === 'file_changed')!.challengeId).toBe(at('Changed file'))
    expect(findings.map(({ severity }) => severity)).toEqual(
      findings.map(({ severity }) => severity).sort((a, b) => 'bwn'.indexOf(a[0]!) - 'bwn'.indexOf(b[0]!))
    )
    const page = await admin.ok<string>('GET', `/admin/games/${game.id}/Rehearsal`)
    expect(page).toContain(`/admin/games/${game.id}/challenges/${at('No flag')}/Flags`)
    expect(page).toContain('changed.txt')
  })

  it('asks no registration check, and says where a checker decides that took none of its flags', async () => {
    const game = await organiser.game({
      challenges: titled('Plain', 'Listed', 'Sum', 'Bare', 'Behind', 'Last')
    })
    const at = (title: string) => game.challenges.find((one) => one.title === title)!.id
    for (const title of ['Listed', 'Sum', 'Bare']) await edit(game, at(title), { checker: 'sum' })
    await statement(`UPDATE flags SET flag = '42' WHERE challenge_id = $1`, [at('Listed')])
    await statement('DELETE FROM flags WHERE challenge_id = $1', [at('Bare')])
    await edit(game, at('Behind'), { requires: [at('Sum')] })
    await edit(game, at('Last'), { requires: [at('Behind'), at('Plain')] })
    await start(game)
    const { findings, figures } = (await ended(game)).report!
    expect(findings.filter(({ severity }) => severity === 'bad')).toEqual([])
    expect(codes(findings, 'Listed')).toEqual([])
    expect(codes(findings, 'Sum')).toEqual(['checker_decides'])
    expect(codes(findings, 'Bare')).toEqual(['checker_decides'])
    expect(findings.filter(({ code }) => code === 'behind_checker')).toMatchObject([
      { title: 'Behind', params: { required: 'Sum' } },
      { title: 'Last', params: { required: 'Behind' } }
    ])
    // Two teams, two challenges.
    expect(figures).toMatchObject({ solves: 4 })
  })

  it('starts once for two presses, is for administrators alone, and refuses figures outside its limits', async () => {
    const game = await organiser.game({ challenges: titled('Alone') })
    for (const teams of [0, -1, 101, 1.5, 'many'])
      expect((await admin.call('POST', pathOf(game), { teams })).status).toBe(400)
    expect(await list(game)).toEqual([])
    const [monitor] = await addUsers(platform.stores.db, 1, 'mon', 'Monitor')
    const [user] = await addUsers(platform.stores.db, 1, 'usr')
    for (const member of [monitor!, user!]) {
      const client = new Client(platform.url)
      client.cookie = await sessionOf(platform, member)
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await client.call(method, pathOf(game), method === 'POST' ? {} : undefined)).status).toBe(403)
      expect((await client.call('GET', `/admin/games/${game.id}/Rehearsal`)).status).toBe(404)
    }
    expect((await new Client(platform.url).call('POST', pathOf(game), {})).status).toBe(401)
    expect((await admin.call('POST', pathOf({ id: 999_999 }), {})).status).toBe(404)
    expect((await admin.call('DELETE', pathOf(game))).status).toBe(404)

    const pressed = await Promise.all(Array.from({ length: 6 }, () => start(game)))
    expect(new Set(pressed.map(({ id }) => id)).size).toBe(1)
    await ended(game)
    expect(await list(game)).toHaveLength(1)
    const audits = await rows(
      platform.stores.db.pool,
      { action: text },
      "SELECT action FROM audit_events WHERE target = 'game:' || $1::text ORDER BY id",
      [String(game.id)]
    )
    const own = audits.map(({ action }) => action).filter((action) => action.startsWith('rehearsal'))
    expect(own).toEqual(['rehearsal_started', 'rehearsal_ended'])
  })

  it('is started and stopped by the buttons of its pages, without a script', async () => {
    const game = await organiser.game({ challenges: titled('Pressed') })
    const page = `/admin/games/${game.id}/Rehearsal`
    expect(await admin.ok<string>('GET', `/admin/games/${game.id}/Info`)).toContain(`action="${page}"`)
    const press = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields)
      const sent = await fetch(platform.url + page, {
        ...{ method: 'POST', body, redirect: 'manual' as const, headers: { Cookie: admin.cookie } }
      })
      return { status: sent.status, text: await sent.text() }
    }
    const refused = await press({ intent: 'start', teams: '101' })
    expect(refused).toMatchObject({
      status: 400,
      text: expect.stringContaining('Enter a number from 1 to 100.')
    })
    expect(await list(game)).toEqual([])
    expect((await press({ intent: 'start' })).status).toBe(303)
    expect(await list(game)).toMatchObject([{ teams: 10 }])
    await until(async () => (await list(game))[0]!.state === 'running')
    expect(await admin.ok<string>('GET', page)).toContain('Stop rehearsal')
    // It may have ended before.
    await press({ intent: 'stop' })
    await ended(game)
    await gone()
  })

  it('keeps the last five', async () => {
    const game = await organiser.game({ challenges: titled('Often') })
    for (let n = 0; n < 6; n++) {
      await start(game, 1)
      await ended(game)
    }
    expect(await list(game)).toHaveLength(5)
    expect(
      (await row(
        platform.stores.db.pool,
        { n: number },
        'SELECT count(*)::int AS n FROM rehearsals WHERE game_id = $1',
        [game.id]
      ))!.n
    ).toBe(5)
    await gone()
  })

  it('stops when it is asked to, keeps what it found, and cleans up', async () => {
    const game = await organiser.game({ challenges: titled('Long') })
    await withHeldFlags(game, async () => {
      const stopped = await admin.ok<RehearsalView>('DELETE', pathOf(game))
      expect(stopped.stopping).toBe(true)
      expect((await admin.call('DELETE', pathOf(game))).status).toBe(404)
      const { state, report } = await ended(game)
      expect(state).toBe('stopped')
      expect(report!.calls.map(({ call }) => call)).toContain('challenge')
    })
    await gone()
  })

  it('says when the game was changed meanwhile', async () => {
    const game = await organiser.game({ challenges: titled('Edited') })
    await withHeldFlags(game, () => edit(game, game.challenges[0]!.id, { content: 'Something else.' }))
    const { state, report } = await ended(game)
    expect(state).toBe('done')
    expect(codes(report!.findings, null)).toContain('changed_meanwhile')
    await gone()
  })

  it('ends without a trace when its game is deleted meanwhile', async () => {
    const game = await organiser.game({ challenges: titled('Deleted') })
    await withHeldFlags(game, () => admin.ok('DELETE', `/api/edit/games/${game.id}`))
    await gone()
    expect((await admin.call('GET', pathOf(game))).status).toBe(404)
  })

  it('that is killed is begun anew by another process, and given up after the second time', async () => {
    const game = await organiser.game({ challenges: titled('Killed') })
    const kill = () =>
      withHeldFlags(
        game,
        async () => {
          await platform.restart('jobs')
          // Instead of waiting for half a minute.
          await statement('UPDATE rehearsals SET lease_until = now() WHERE game_id = $1', [game.id])
        },
        false
      )
    await start(game)
    await kill()
    const first = await runOf(game)
    await kill()
    expect(await runOf(game)).not.toBe(first)
    const { state, report } = await ended(game)
    expect({ state, report }).toEqual({ state: 'abandoned', report: null })
    await gone()
    expect((await start(game)).state).toBe('waiting')
    expect((await ended(game)).state).toBe('done')
    await gone()
  })
})

const runOf = async ({ id }: { id: number }) =>
  (await statement('SELECT run FROM rehearsals WHERE game_id = $1', [id])).rows[0]!.run as string

/** Keeps the copy's flags from being stored while `work` goes on in the middle of the rehearsal. */
async function withHeldFlags(
  game: { id: number },
  work: () => Promise<unknown>,
  begins = true
): Promise<void> {
  const { pool } = platform.stores.db
  const held = await pool.connect()
  try {
    const known = new Set(
      (await statement('SELECT id FROM games WHERE rehearsal IS NOT NULL', [])).rows.map(({ id }) => id)
    )
    if (begins) await start(game)
    let copy = 0
    await until(async () => {
      const found = await statement(
        `SELECT g.id FROM games g JOIN rehearsals r ON r.run = g.rehearsal AND r.state = 'running' WHERE r.game_id = $1`,
        [game.id]
      )
      copy = found.rows.map(({ id }) => id as number).find((id) => !known.has(id)) ?? 0
      return copy > 0
    }, 30_000)
    // The lock that every flag of a game takes (server/db/locks.ts, `intake`).
    await held.query('SELECT pg_advisory_lock($1, $2)', [LOCK_KEYS.intake, copy])
    await until(
      async () =>
        ((
          await statement(
            'SELECT FROM challenge_openings o JOIN challenges c ON c.id = o.challenge_id WHERE c.game_id = $1',
            [copy]
          )
        ).rowCount ?? 0) > 0,
      30_000
    )
    await work()
  } finally {
    await held.query('SELECT pg_advisory_unlock_all()')
    held.release()
  }
}

it('copies every column of a game and a challenge, or decides not to', async () => {
  const columns = async (table: string) =>
    (
      await rows(
        platform.stores.db.pool,
        { name: text },
        "SELECT column_name::text AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = 'public' ORDER BY 1",
        [table]
      )
    ).map(({ name }) => name)
  expect([...GAME_COLUMNS, ...OWN_GAME_COLUMNS].sort()).toEqual((await columns('games')).sort())
  expect([...CHALLENGE_COLUMNS, ...OWN_CHALLENGE_COLUMNS].sort()).toEqual(
    (await columns('challenges')).sort()
  )
})
