import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import type { Ctx } from '~/server/access/contract'
import { EVERYTHING_LIMITS, everythingManifest } from '~/server/event-archive/contract'
import { LISTS } from '~/server/event-archive/lists'
import { ELSEWHERE, STAYS_OUT } from '~/server/event-archive/tables'
import { SOFT_REFERENCES, TREES } from '~/server/trash/tree'
import { refused } from '~/tests/support/domain'
import { openTransferSuite } from '~/tests/support/files/transfer-suite'
import type { PlayedGame } from '~/tests/support/fixtures'
import { type EventFiles, fullEvent, linesOf } from '~/tests/support/games/full-event'

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0

const suite = openTransferSuite()
const OPTIONS = { files: true, version: '9.9.9' }

const sql = async <T extends object>(text: string, ...values: unknown[]) =>
  (await suite.domain.stores.db.pool.query<T>(text, values)).rows

let game: PlayedGame
let files: EventFiles

beforeAll(async () => {
  files = {
    attachment: await suite.upload('what players get', 'a.zip'),
    poster: await suite.upload('a picture', 'poster.png'),
    writeup: await suite.upload('how we did it', 'ours.pdf')
  }
  game = await fullEvent(suite.domain, files)
})

const everything = () => suite.domain.services.everything

/** Contents by path. */
async function unpacked(zip: Buffer): Promise<Map<string, Buffer>> {
  const reader = await openPromise(suite.kept.write(zip))
  const found = new Map<string, Buffer>()
  for await (const entry of reader.eachEntry())
    found.set(entry.fileName, await buffer(await reader.openReadStreamPromise(entry)))
  return found
}

async function archived(ctx: Ctx = suite.domain.admin, options: object = {}) {
  const zip = await buffer(await everything().of(ctx, game.id, { ...OPTIONS, ...options }))
  const found = await unpacked(zip)
  const manifest = everythingManifest.parse(JSON.parse(found.get('manifest.json')!.toString()))
  return { zip, files: found, manifest }
}

/** A caller with a session that was confirmed, and this role in the game. */
async function staff(role: string): Promise<Ctx> {
  const [member] = await suite.domain.users(1)
  const ctx = suite.domain.as(member!)
  await sql(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    ctx.actor!.sessionId,
    member!.id
  )
  return { ...ctx, actor: { ...ctx.actor!, games: { [game.id]: role as 'owner' } } }
}

const temporary = () => readdirSync(join(suite.domain.data, 'files', 'temporary'))

/** Nothing of an archive is left: no file, no used connection. */
async function expectFreed(): Promise<void> {
  const { pool } = suite.domain.stores.db
  await expect.poll(() => [temporary(), pool.totalCount - pool.idleCount]).toEqual([[], 0])
}

describe('the tables of a game', () => {
  it('are all in the archive, or named with the reason why they are not', async () => {
    const found = new Set(['games'])
    for (let size = 0; size !== found.size; ) {
      size = found.size
      const children = await sql<{ relation: string }>(
        `SELECT DISTINCT conrelid::regclass::text AS relation FROM pg_constraint
         WHERE contype = 'f' AND confrelid::regclass::text = ANY ($1)`,
        [...found]
      )
      for (const { relation } of children) found.add(relation)
      for (const { relation, parent } of SOFT_REFERENCES) if (found.has(parent)) found.add(relation)
    }
    const named = await sql<{ relation: string }>(
      `SELECT c.relname::text AS relation FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname IN ('game_id', 'participation_id', 'challenge_id')`
    )
    for (const { relation } of named) found.add(relation)
    for (const { relation } of TREES.game) found.add(relation)
    const listed = Object.values(LISTS).flatMap(({ tables }) => tables)
    const known = new Set([...listed, ...Object.keys(ELSEWHERE), ...Object.keys(STAYS_OUT)])
    // The trash is of what was deleted.
    const missing = [...found].filter((relation) => !known.has(relation) && !relation.startsWith('trash'))
    expect(missing).toEqual([])
    const all = await sql<{ name: string }>(
      `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`
    )
    const there = new Set(all.map(({ name }) => name))
    expect([...known].filter((relation) => !there.has(relation))).toEqual([])
    expect(Object.keys(STAYS_OUT).filter((relation) => listed.includes(relation))).toEqual([])
  })

  it('are read by the lists that name them', () => {
    for (const [name, { tables, query }] of Object.entries(LISTS))
      for (const table of tables) expect(query, name).toMatch(new RegExp(`\\b(FROM|JOIN) ${table}\\b`))
  })
})

describe('an archive', () => {
  it('has something in each file, and its manifest says what', async () => {
    const { files: found, manifest } = await archived()
    const { entries, ...head } = manifest
    expect(head).toMatchObject({
      ...{ format: 'halyard-event', version: 1, platform: '9.9.9', files: true },
      madeBy: suite.domain.admin.actor!.userName,
      game: { id: game.id, final: false, hidden: false }
    })
    expect(entries.map(({ path }) => path).sort()).toEqual(
      [...found.keys()].filter((path) => !['README.txt', 'manifest.json'].includes(path)).sort()
    )
    for (const { path, size, sha256 } of entries) {
      const content = found.get(path)!
      expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
        path,
        size,
        sha256
      ])
    }
    for (const name of Object.keys(LISTS)) {
      const lines = linesOf(found, name)
      expect(lines.length, name).toBeGreaterThan(0)
      expect(entries.find(({ path }) => path === `${name}.ndjson`)!.records, name).toBe(lines.length)
    }
    const readme = found.get('README.txt')!.toString()
    expect(readme).toContain('PERSONAL DATA AND FLAGS')
    for (const { path } of entries.filter(({ records }) => records !== null))
      expect(readme).toContain(`${path}: `)
    expect(manifest.leftOut).toMatchObject(STAYS_OUT)
  })

  it('has what pages show of teams, flags, cases, tickets and the board', async () => {
    const { files: found } = await archived()
    const [first] = game.teams
    const [captain] = first!.members
    expect(linesOf(found, 'teams')[0]).toMatchObject({
      ...{ participationId: first!.participationId, status: 'Accepted', extraReason: 'Late bus' },
      answers: { School: 'Harbour School' },
      members: [{ user: captain.name, captain: true, answers: { Drink: 'Coffee' } }, { captain: false }]
    })
    expect(linesOf(found, 'submissions').map(({ answer, status }) => [answer, status])).toEqual([
      ...[game.challenges[0]!.flag, game.challenges[0]!.flag].map((flag) => [flag, 'Accepted']),
      ['=cmd()', 'WrongAnswer']
    ])
    expect(linesOf(found, 'cases')[0]).toMatchObject({
      entries: [{ note: 'Seen twice' }],
      decisions: [{ reason: 'Once is enough', appeals: [{ text: 'It was not us' }] }]
    })
    expect(linesOf(found, 'tickets')[0]).toMatchObject({ messages: [{ text: 'It does not answer' }] })
    const board = JSON.parse(found.get('scoreboard.json')!.toString())
    expect(board.items.map(({ solvedCount }: { solvedCount: number }) => solvedCount)).toEqual([1, 1, 0])
    expect(board.items[0].solvedChallenges[0].userName).toBe(captain.name)
    expect(JSON.parse(found.get('statistics.json')!.toString())).toMatchObject({ teams: 3, solves: 2 })
    expect(found.get(`writeups/${first!.participationId}.pdf`)!.toString()).toBe('how we did it')
  })

  it('keeps formulas from running in its tables', async () => {
    const { files: found } = await archived()
    for (const path of ['scoreboard.csv', 'players.csv']) {
      expect(found.get(path)!.toString()).toContain(`'=HYPERLINK`)
      expect(found.get(path)!.toString()).not.toMatch(/(^|,)"?=/m)
    }
  })

  it('has a ledger that ends with its signature', async () => {
    const { files: found } = await archived()
    const lines = linesOf(found, 'ledger')
    expect(lines.at(-1)).toMatchObject({ signature: expect.any(String) })
  })

  it.skipIf(!HAS_PYTHON)('has a ledger that the published verifier accepts', async () => {
    const { files: found } = await archived()
    const path = join(suite.kept.folder, 'ledger.ndjson')
    writeFileSync(path, found.get('ledger.ndjson')!)
    const run = spawnSync('python3', ['docs/verify.py', path], { encoding: 'utf8' })
    expect([run.status, run.stderr]).toEqual([0, ''])
  })

  it('can be imported, and gives the same challenges', async () => {
    const { zip } = await archived()
    const { gameId } = await suite.bring(zip)
    const { challenges } = suite.domain.services
    const wholeOf = async (id: number) => {
      const list = await challenges.editList(suite.domain.admin, id)
      const all = await Promise.all(list.map((one) => challenges.editOne(suite.domain.admin, id, one.id)))
      return all.map(({ title, flags, attachment }) => [
        title,
        flags.map(({ flag }) => flag),
        attachment?.url
      ])
    }
    expect(await wholeOf(gameId!)).toEqual(await wholeOf(game.id))
  })

  it('goes without stored files when they are too many', async () => {
    const { files: found, manifest } = await archived(suite.domain.admin, { files: false })
    expect(manifest.files).toBe(false)
    expect([...found.keys()].filter((path) => /^(game\/files|writeups)\//.test(path))).toEqual([])
    await sql('UPDATE blobs SET size = $2 WHERE hash = $1', files.writeup, EVERYTHING_LIMITS.files)
    await refused(everything().of(suite.domain.admin, game.id, OPTIONS), 'everything.files_too_large', 400)
    await sql('UPDATE blobs SET size = 13 WHERE hash = $1', files.writeup)
    await expectFreed()
  })

  it('has every row of a list that is read in several batches', async () => {
    const [team] = game.teams
    await sql(
      `INSERT INTO submissions (game_id, challenge_id, participation_id, answer, status, submitted_at, judged_at)
       SELECT $1, $2, $3, 'flag ' || i, 'WrongAnswer', now() + i * interval '1 ms', now() FROM generate_series(1, 2000) i`,
      game.id,
      game.challenges[1]!.id,
      team!.participationId
    )
    const { files: found, manifest } = await archived()
    const answers = linesOf(found, 'submissions').map(({ answer }) => answer)
    expect(answers.slice(-2000)).toEqual(Array.from({ length: 2000 }, (_, place) => `flag ${place + 1}`))
    expect(manifest.entries.find(({ path }) => path === 'submissions.ndjson')!.records).toBe(2003)
    await sql(`DELETE FROM submissions WHERE game_id = $1 AND answer LIKE 'flag %'`, game.id)
  })

  it('says when the game is final', async () => {
    await sql(`UPDATE games SET end_at = now() - interval '1 s' WHERE id = $1`, game.id)
    await suite.domain.services.games.update(suite.domain.admin, game.id, {} as never)
    const ctx = { ...suite.domain.admin, now: new Date(Date.now() + 120_000) }
    expect((await archived(ctx)).manifest.game.final).toBe(true)
  })
})

describe('what is not in it', () => {
  it('are secrets of the platform', async () => {
    const [captain] = game.teams[0]!.members
    await sql(
      `UPDATE users SET password_hash = 'planted-password', generated_hash = 'planted-generated' WHERE id = $1`,
      captain.id
    )
    await sql(
      `UPDATE participations SET token = 'planted-token' WHERE id = $1`,
      game.teams[0]!.participationId
    )
    await sql(
      `INSERT INTO webhooks (id, game_id, name, format, locale, events, host, target, secret, notice_id, ledger_seq)
       VALUES (gen_random_uuid(), $1, 'Chat', 'Standard', 'en-US', '{}', 'planted-host', 'planted-target', 'planted-secret', 0, 0)`,
      game.id
    )
    await sql(
      `INSERT INTO api_tokens (id, name, token_hash, hint, scopes, game_id, expires_at, game_role)
       VALUES (gen_random_uuid(), 'T', rpad('planted-api', 64, 'x'), 'planted-hint', '{}', $1, now() + interval '1 day', 'owner')`,
      game.id
    )
    await sql(
      `INSERT INTO team_notes (participation_id, challenge_id, text, version, at) VALUES ($1, $2, 'planted-note', 1, now())`,
      game.teams[0]!.participationId,
      game.challenges[0]!.id
    )
    const seeds = await sql<{ seed: string }>('SELECT private_seed AS seed FROM games WHERE id = $1', game.id)
    const invite = await sql<{ token: string }>(
      'SELECT invite_token AS token FROM teams WHERE id = $1',
      game.teams[0]!.teamId
    )
    const { files: found } = await archived()
    const all = [...found.values()].map(String).join('\n')
    expect(all).not.toMatch(/planted-/)
    for (const secret of [seeds[0]!.seed, invite[0]!.token, suite.domain.admin.actor!.sessionId])
      expect(all).not.toContain(secret)
  })

  it('are people who were erased', async () => {
    const [, member] = game.teams[1]!.members
    await sql(`UPDATE users SET real_name = 'Erased Person', phone = '0123-erased' WHERE id = $1`, member!.id)
    await sql(
      'UPDATE submissions SET user_id = $2, ip = $3 WHERE participation_id = $1',
      game.teams[1]!.participationId,
      member!.id,
      '198.51.100.77'
    )
    await sql(
      `INSERT INTO game_events (game_id, type, "values", at, user_id, ip)
       SELECT id, 'Normal', ARRAY['text', 'account', '1', 'web', $2], now(), $3, '198.51.100.77' FROM games WHERE id = $1`,
      game.id,
      member!.name,
      member!.id
    )
    const name = await suite.domain.services.users.erase(suite.domain.admin, member!.id)
    const { files: found } = await archived()
    const all = [...found.values()].map(String).join('\n')
    expect(all).toContain(name)
    for (const trace of [member!.name, 'Erased Person', '0123-erased', '198.51.100.77'])
      expect(all).not.toContain(trace)
  })
})

describe('who may take it', () => {
  it('are owners, without what only administrators read, and administrators', async () => {
    const { files: found, manifest } = await archived(await staff('owner'))
    const kept = Object.keys(LISTS).filter((name) => found.has(`${name}.ndjson`))
    const withheld = Object.keys(LISTS).filter((name) => !kept.includes(name))
    expect(withheld).toEqual(['feedback-authors', 'audit'])
    expect(Object.keys(manifest.leftOut)).toEqual(expect.arrayContaining(withheld))
    for (const role of ['author', 'referee', 'support', 'monitor'])
      await refused(everything().of(await staff(role), game.id, OPTIONS), 'auth.forbidden', 403)
    const [monitor] = await suite.domain.users(1, 'Monitor')
    for (const ctx of [suite.domain.as(monitor!, { role: 'Monitor' }), suite.domain.as(monitor!)])
      await refused(everything().of(ctx, game.id, OPTIONS), 'auth.forbidden', 403)
    await refused(everything().of(suite.domain.as(null), game.id, OPTIONS), 'auth.login_required', 401)
    await refused(everything().of(suite.domain.admin, 999_999, OPTIONS), 'game.not_found', 404)
  })

  it('must have confirmed, and are in the audit', async () => {
    const owner = await staff('owner')
    const session = owner.actor!.sessionId
    const count = async () =>
      (
        await sql<{ n: number }>(
          `SELECT count(*)::int AS n FROM audit_events WHERE action = 'everything_exported' AND target = $1`,
          `game:${game.id}`
        )
      )[0]!.n
    await sql(`UPDATE sessions SET confirmed_at = now() - interval '11 min' WHERE id = $1`, session)
    const before = await count()
    await refused(everything().of(owner, game.id, OPTIONS), 'account.confirm_needed', 403)
    await refused(everything().confirmed(owner, game.id), 'account.confirm_needed', 403)
    expect(await count()).toBe(before)
    await sql('UPDATE sessions SET confirmed_at = now() WHERE id = $1', session)
    await archived(owner)
    expect(await count()).toBe(before + 1)
  })
})

describe('an archive that is not finished', () => {
  it('frees everything when the client leaves while it is sent', async () => {
    for (let time = 0; time <= EVERYTHING_LIMITS.sending; time++) {
      const content = await everything().of(suite.domain.admin, game.id, OPTIONS)
      for await (const _ of content) break
      content.destroy()
      await expect.poll(() => content.closed).toBe(true)
    }
    await expectFreed()
  })

  it('frees everything when the client leaves while it is read', async () => {
    const leaving = new AbortController()
    const begun = everything().of(suite.domain.admin, game.id, { ...OPTIONS, signal: leaving.signal })
    leaving.abort()
    await refused(begun, 'request.broken_form')
    await expectFreed()
    await archived()
  })

  it('is refused while too many others are sent', async () => {
    const open = []
    for (let time = 0; time < EVERYTHING_LIMITS.sending; time++)
      open.push(await everything().of(suite.domain.admin, game.id, OPTIONS))
    await refused(everything().of(suite.domain.admin, game.id, OPTIONS), 'server.busy', 503)
    for (const content of open) content.destroy()
    await expectFreed()
  })

  it('ends with an error when a stored file is missing, so that nobody keeps half of it', async () => {
    const { writeup } = files
    const path = join(suite.domain.data, 'files', 'stored', writeup.slice(0, 2), writeup.slice(2, 4), writeup)
    rmSync(path)
    const content = await everything().of(suite.domain.admin, game.id, OPTIONS)
    await expect(buffer(content)).rejects.toMatchObject({ code: 'file.not_found' })
    await expectFreed()
  })
})
