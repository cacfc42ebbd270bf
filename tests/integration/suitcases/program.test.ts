import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from '~/server/accounts'
import { readEntries, verifyChain } from '~/server/ledger'
import { type Domain, openDomain } from '../../support/domain'
import { archiveFolder } from '../../support/files/archives'
import type { PlayedGame } from '../../support/fixtures'
import { DOMAIN_SECRET, handIn, keyedGame, merge, solveAt, unpackedGame } from '../../support/games/suitcases'
import { runBuilt } from '../../support/processes/program'

let home: Domain
let laptop: Domain
let game: PlayedGame
const kept = archiveFolder()
const path = join(kept.folder, 'cup.suitcase')

async function suitcase({ stores, data }: Domain, ...argv: string[]) {
  const env = { HALYARD_DATA: data, HALYARD_SECRET: DOMAIN_SECRET, DOCKER_HOST: 'none' }
  const run = runBuilt('suitcase', argv, stores, env)
  const code = await run.ended
  return { code, stdout: run.stdout(), stderr: run.stderr() }
}

beforeAll(async () => {
  home = await openDomain()
  laptop = await openDomain()
  game = await keyedGame(home, { teams: 3, membersEach: 2, challenges: 2 })
  const { pool } = home.stores.db
  await pool.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
    game.teams[0]!.members[0].id,
    await hashPassword('hoist the flag')
  ])
  const text = 'Look: ![map](https://elsewhere.example/map.png)'
  await pool.query('UPDATE challenges SET content = $2 WHERE id = $1', [game.challenges[0]!.id, text])
})
afterAll(async () => {
  kept.remove()
  await home?.close()
  await laptop?.close()
})

/** Rows that an unpacking would have made. */
const counts = async ({ stores }: Domain) =>
  (
    await stores.db.pool.query(
      `SELECT (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM users) AS users,
         (SELECT count(*) FROM teams) AS teams`
    )
  ).rows[0]

describe('a suitcase', () => {
  it('is packed as one private file, says what needs a network, and leaves no half one', async () => {
    const done = await suitcase(home, 'pack', String(game.id), path)
    expect(done).toMatchObject({ code: 0, stdout: `${path}\n` })
    expect(done.stderr).toContain('Not reachable without a network: https://elsewhere.example/map.png\n')
    expect(done.stderr).toMatch(/3 teams, 0 images\nHome is ([0-9a-f]{4} ?){8}\n/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(kept.folder)).toEqual(['cup.suitcase'])
  })

  it.each([
    ['its end is missing', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
    [
      'its middle is missing',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 400), bytes.subarray(900)])
    ],
    [
      'one bit is another',
      (bytes: Buffer) =>
        bytes.with(bytes.indexOf('game.zip') + 400, 1 ^ bytes.at(bytes.indexOf('game.zip') + 400)!)
    ],
    ['it is no ZIP', () => Buffer.from('suitcase')]
  ])('is refused when %s', async (_, change) => {
    const bad = join(kept.folder, 'bad.suitcase')
    writeFileSync(bad, change(readFileSync(path)))
    const before = await counts(laptop)
    const { code, stdout, stderr } = await suitcase(laptop, 'unpack', bad)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/bad\.suitcase is damaged or incomplete: .*\n$/)
    expect(await counts(laptop)).toEqual(before)
    expect(readdirSync(laptop.data).filter((name) => name.startsWith('suitcase-'))).toEqual([])
  })

  it('makes the game, its teams and their accounts on another machine, and the results come home', async () => {
    const done = await suitcase(laptop, 'unpack', path)
    const id = Number(/^game (\d+)\n$/.exec(done.stdout)?.[1])
    const fingerprint = /confirmed at home: (.+)\n/.exec(done.stderr)![1]!
    const { pool } = laptop.stores.db
    const { rows } = await pool.query<{ password: string }>(
      'SELECT password_hash AS password FROM users WHERE id = $1',
      [game.teams[0]!.members[0].id]
    )
    expect(await verifyPassword(rows[0]!.password, 'hoist the flag')).toBe(true)
    const away = await unpackedGame(laptop, game, id)
    const again = await suitcase(laptop, 'unpack', path)
    expect(again).toMatchObject({ code: 0, stdout: `game ${id}\n` })
    expect(again.stderr).toContain('unpacked before')
    const at = Date.now() - 60_000
    const [team, challenge] = [away.teams[1]!, away.challenges[1]!]
    await solveAt(laptop, away, [{ team, challenge, member: 1, at }])

    const file = join(kept.folder, 'results.ndjson')
    const written = await suitcase(laptop, 'results', file)
    expect(written).toMatchObject({ code: 0, stdout: `${file}\n` })
    expect(written.stderr).toContain(fingerprint)
    const view = await handIn(home, game.id, readFileSync(file))
    await merge(home, game.id, view.id, { fingerprint })
    const solves = (await readEntries(home.stores.db.pool, game.id, 0, 1000)).filter(
      ({ kind }) => kind === 'solve'
    )
    expect(solves).toMatchObject([
      {
        ...{ at, participationId: game.teams[1]!.participationId, challengeId: game.challenges[1]!.id },
        userId: game.teams[1]!.members[1]!.id
      }
    ])
    expect((await verifyChain(home.stores.db.pool, game.id)).firstBad).toBeNull()
  })
})

describe('the command line', () => {
  it.each([
    [['pack', '999', 'x.suitcase'], 'Game not found.'],
    [['unpack', 'nowhere'], `There is no file ${join(process.cwd(), 'nowhere')}.`],
    [['results', 'x', '--game', '999'], 'This game did not come in a suitcase.'],
    [['load', 'nowhere'], `There is no file ${join(process.cwd(), 'nowhere')}.`]
  ])('reports in one line what is wrong with %j', async (argv, line) => {
    expect(await suitcase(home, ...argv)).toEqual({ code: 1, stdout: '', stderr: `${line}\n` })
    expect(existsSync('x.suitcase')).toBe(false)
  })

  it('says that a game with containers needs an engine, or to be packed without images', async () => {
    const other = await keyedGame(home, { challenges: 1 })
    await home.stores.db.pool.query(
      "UPDATE challenges SET type = 'StaticContainer', container_image = 'tide:1' WHERE game_id = $1",
      [other.id]
    )
    const target = join(kept.folder, 'other.suitcase')
    const { code, stderr } = await suitcase(home, 'pack', String(other.id), target)
    expect([code, existsSync(target)]).toEqual([1, false])
    expect(stderr).toMatch(/^There is no container engine here/)
    expect(await suitcase(home, 'pack', String(other.id), target, '--without-images')).toMatchObject({
      code: 0
    })
  })

  it('refuses images whose checksum is another', async () => {
    const tar = join(kept.folder, 'images.tar')
    writeFileSync(tar, 'layers and layers')
    writeFileSync(`${tar}.sha256`, `${'0'.repeat(64)}  images.tar\n`)
    truncateSync(tar, 5)
    const { code, stderr } = await suitcase(home, 'load', tar)
    expect([code, stderr]).toEqual([1, `${tar} is damaged or incomplete: it has another checksum.\n`])
  })
})
