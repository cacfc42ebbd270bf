import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Scoreboard } from '~/scoring/rules'
import { playDemo } from '~/scripts/event/demo'
import { demoEvent } from '~/server/event-import'
import { expectedBoard, sampleEvent } from '~/tests/support/games/events'
import { ADMIN, type Platform, startPlatform } from '~/tests/support/processes/platform'
import { runBuilt, SECRET } from '~/tests/support/processes/program'
import { until } from '~/tests/support/until'

const folder = mkdtempSync(join(tmpdir(), 'halyard-events-'))

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(async () => {
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

const event = (argv: string[], { url, stores }: Platform = platform, env: Record<string, string> = {}) =>
  runBuilt('event', argv, stores, { HALYARD_URL: url, ...env })

function fileOf(content: unknown): string {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.json`)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const gameIn = (text: string) => Number(/^game (\d+)\n$/m.exec(text)?.[1])

async function boardOf(id: number, { url } = platform): Promise<Scoreboard> {
  const answer = await fetch(`${url}/api/game/${id}/scoreboard`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Scoreboard
}

const figures = (board: Scoreboard) => ({
  teams: Object.fromEntries(
    board.items.map(({ name, score, solvedCount }) => [name, { score, solved: solvedCount }])
  ),
  challenges: Object.fromEntries(
    Object.values(board.challenges)
      .flat()
      .map(({ title, score, solved }) => [title, { value: score, solved }])
  )
})

const small = (seed: number) => {
  const sample = sampleEvent(seed)
  return { ...sample, solves: sample.solves.slice(-150) }
}

describe('import', () => {
  it('shows on the platform’s board what an independent computation gives', async () => {
    const sample = sampleEvent(41)
    const file = fileOf(sample)
    const run = event(['import', file])
    expect(await run.ended, run.stderr()).toBe(0)
    const id = gameIn(run.stdout())
    const board = await boardOf(id)
    const expected = expectedBoard(sample)
    expect(
      board.items.map(({ name, rank, score, solvedCount, lastSubmissionTime, organizationRank }) => ({
        name,
        rank,
        score,
        solved: solvedCount,
        lastSolve: solvedCount === 0 ? null : Date.parse(lastSubmissionTime),
        divisionRank: organizationRank
      }))
    ).toEqual(expected.teams)
    expect(figures(board).challenges).toEqual(expected.challenges)
    const again = event(['import', file])
    expect(await again.ended).toBe(0)
    expect(gameIn(again.stdout())).toBe(id)
  })

  it('names the fault of a broken file and ends with 1', async () => {
    const run = event(['import', fileOf({ ...small(42), start: 'soon' })])
    expect(await run.ended).toBe(1)
    expect(run.stderr()).toMatch(/\.json: start: expected number, received string/)
    expect(run.stdout()).toBe('')
  })
})

describe('replay', () => {
  it('plays an event live, twice, and the board is right each time', async () => {
    const sample = { ...small(43), start: 0, end: 2_000_000_000 }
    const file = fileOf(sample)
    const expected = expectedBoard(sample)
    for (const attempt of ['registering', 'logging in']) {
      const run = event(['replay', file, '--speed', 'max', '--admin-password', ADMIN.password])
      expect(await run.ended, `${attempt}\n${run.stderr()}${run.stdout()}`).toBe(0)
      expect(run.stdout()).toMatch(/Verdicts +.*Accepted \d+/)
      expect(run.stdout()).toMatch(/Submit → verdict +p50 \d/)
      expect(run.stdout()).toMatch(/Live board +equals a full rebuild from \d/)
      expect(run.stdout()).toMatch(/Spectator’s board +equals the live board/)
      const { teams, challenges } = figures(await boardOf(gameIn(run.stdout())))
      expect(challenges).toEqual(expected.challenges)
      const scores = Object.values(teams).map(({ score, solved }) => `${score}/${solved}`)
      expect(scores.sort()).toEqual(expected.teams.map(({ score, solved }) => `${score}/${solved}`).sort())
    }
  })

  it('loses and doubles nothing when scoring is killed', async () => {
    const sample = small(44)
    const judged = async () =>
      (
        await platform.stores.db.pool.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM submissions WHERE status <> 'FlagSubmitted'`
        )
      ).rows[0]!.n
    const before = await judged()
    const run = event(['replay', fileOf(sample), '--speed', String((sample.end - sample.start) / 6)])
    // Accounts and teams are made first.
    await until(async () => (await judged()) > before + 20, 120_000)
    expect(run.child.exitCode).toBeNull()
    await platform.restart('scoring')
    expect(await run.ended, run.stderr() + run.stdout()).toBe(0)
    expect(run.stdout()).toMatch(/Live board +equals/)
  })

  it('compares with the sent flags where the stores are unknown', async () => {
    const options = ['--speed', 'max', '--limit', '20', '--admin-password', ADMIN.password]
    const run = event(['replay', fileOf(small(45)), ...options], platform, { DATABASE_URL: '' })
    expect(await run.ended, run.stderr() + run.stdout()).toBe(0)
    expect(run.stdout()).toMatch(/Live board +equals a computation from \d+ solves that were sent/)
  })

  it('helps with a wrong password and with rate limits', async () => {
    const wrong = event(['replay', fileOf(small(46)), '--admin-password', 'no such'])
    expect(await wrong.ended).toBe(1)
    expect(wrong.stderr()).toMatch(/password of Admin is another one/)
    const limited = await startPlatform({ HALYARD_RATE_LIMITS: 'on' })
    try {
      const run = event(
        ['replay', fileOf({ ...small(47), challenges: small(47).challenges.slice(0, 1), solves: [] })],
        limited
      )
      expect(await run.ended).toBe(1)
      expect(run.stderr()).toMatch(
        /limits rates: it takes no POST \/api\/account\/register .*HALYARD_RATE_LIMITS=off/
      )
    } finally {
      await limited.close()
    }
  })
})

describe('demo', () => {
  const solved = (board: Scoreboard) => board.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0)

  /** Starts the demo, waits for its address and some flags, stops it. */
  async function watchDemo(): Promise<{ id: number; before: number; after: number }> {
    const run = event(['demo'])
    await until(() => run.stdout().includes('/Scoreboard'))
    const id = Number(/\/games\/(\d+)\/Scoreboard/.exec(run.stdout())?.[1])
    const before = solved(await boardOf(id))
    let after = before
    await until(async () => {
      after = solved(await boardOf(id))
      return after > before
    })
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    return { id, before, after }
  }

  it('shows a running game that moves, and continues it at the next start', async () => {
    const first = await watchDemo()
    expect(first.before).toBeGreaterThan(100)
    const second = await watchDemo()
    expect(second.id).toBe(first.id)
    expect(second.before).toBeGreaterThanOrEqual(first.after)
    const [row] = (
      await platform.stores.db.pool.query(
        `SELECT end_at > now() + interval '1 hour' AS open,
           (SELECT count(*)::int FROM submissions WHERE game_id = $1 AND status = 'FlagSubmitted') AS unjudged
         FROM games WHERE id = $1`,
        [first.id]
      )
    ).rows
    expect(row.open).toBe(true)
  })

  /** Plays the rest of a demo game, or a new one, and waits for the judge: otherwise the next call would continue it. */
  async function playAll(): Promise<void> {
    for (const [name, value] of Object.entries({
      DATABASE_URL: platform.stores.databaseUrl,
      REDIS_URL: platform.stores.redisUrl,
      HALYARD_SECRET: SECRET
    }))
      vi.stubEnv(name, value)
    const { gameId } = await playDemo(platform.url, new AbortController().signal, 1000)
    vi.unstubAllEnvs()
    await expect
      .poll(async () => solved(await boardOf(gameId)), { timeout: 20_000 })
      .toBe(demoEvent().solves.length)
  }

  it('plays everything to the end', playAll)

  it('starts a new game when the last one has been played', async () => {
    const games = `SELECT id FROM games WHERE origin LIKE 'demo:%' AND end_at > now()`
    const before = (await platform.stores.db.pool.query<{ id: number }>(games)).rows
    const { id } = await watchDemo()
    expect(before).toHaveLength(1)
    expect(id).toBeGreaterThan(before[0]!.id)
    expect((await platform.stores.db.pool.query(games)).rows).toEqual([{ id }])
  })

  it('keeps the last ended game, and neither teams nor accounts of the earlier ones', async () => {
    const { pool } = platform.stores.db
    const games = async () =>
      (
        await pool.query<{ id: number }>(`SELECT id FROM games WHERE origin LIKE 'demo:%' ORDER BY id`)
      ).rows.map(({ id }) => id)
    const crews = async (gameId: number) =>
      (
        await pool.query(
          `SELECT FROM users u JOIN teams t ON t.captain_id = u.id WHERE u.email LIKE '%@game-' || $1 || '.import.invalid'`,
          [gameId]
        )
      ).rows.length
    await playAll()
    const [former] = await games()
    expect(await crews(former!)).toBe(demoEvent().teams.length)
    await playAll()
    const left = await games()
    expect(left).toHaveLength(2)
    expect(left).not.toContain(former)
    expect(await crews(former!)).toBe(0)
    expect(await crews(left[0]!)).toBe(demoEvent().teams.length)
  })
})
