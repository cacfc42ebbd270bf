import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeImages,
  crash,
  docker,
  openImages,
  openViewer,
  statusOf
} from '../support/instances/deployments'
import { dockerHost, inspect, ownsEngine } from '../support/instances/engine'
import { COMPOSE, DEBIAN } from '../support/instances/store-images'
import { type OpenGame, Organiser, type Player, solve } from '../support/organiser'
import { SECRET } from '../support/program'
import { until } from '../support/until'

const run = promisify(execFile)
const STARTING = 120_000
const PASSWORD = 'raise every anchor 1'
const URL = 'http://127.0.0.1:8080'

const isReady = () => until(async () => (await fetch(`${URL}/readyz`)).status === 200, STARTING)

/** What anybody sees of a game's board that may not be lost. */
async function boardOf(game: OpenGame) {
  const answer = await fetch(`${URL}/api/game/${game.id}/scoreboard`)
  const { items } = (await answer.json()) as {
    items: { name: string; score: number; solvedCount: number }[]
  }
  return items.map(({ name, score, solvedCount }) => ({ name, score, solvedCount }))
}

/** Sends the right flag of a challenge; returns the submission. */
const send = ({ client }: Player, game: OpenGame, place: number) =>
  client.ok<number>('POST', `/api/game/${game.id}/challenges/${game.challenges[place]!.id}`, {
    flag: game.challenges[place]!.flag
  })

const CHALLENGES = ['Warm up', 'Deep water', 'Long haul'].map((title) => ({ title }))

describe.skipIf(!ownsEngine || !DEBIAN)('started for real', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-deployments-'))
  const env = join(folder, 'env')
  const compose = async (...args: string[]) => {
    const words = ['--env-file', env, '--profile', 'tls', ...args]
    const own = { ...process.env, DOCKER_HOST: dockerHost(), DOCKER_BUILDKIT: '0' }
    const done = run(COMPOSE, words, { env: own, maxBuffer: 50_000_000 })
    const { stdout } = await done.catch(async ({ stdout, stderr }) => {
      throw new Error(`docker compose ${args.join(' ')}:\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`)
    })
    return stdout.trim()
  }
  const containers = async (service: string) =>
    (await compose('ps', '-a', '-q', service)).split('\n').filter(Boolean)

  beforeAll(async () => {
    // As docs/deploying.md#compose says.
    const settings = {
      HALYARD_SECRET: SECRET,
      POSTGRES_PASSWORD: 'ab'.repeat(16),
      HALYARD_ADMIN_PASSWORD: PASSWORD,
      PUBLIC_URL: 'https://localhost',
      HALYARD_DOMAIN: 'localhost'
    }
    writeFileSync(
      env,
      Object.entries(settings)
        .map((pair) => `${pair.join('=')}\n`)
        .join('')
    )
    await openImages((prepared) => compose('build', '--build-arg', `PREPARED=${prepared}`))
  }, 240_000)
  afterAll(async () => {
    await compose('down', '-v', '--remove-orphans').catch(() => {})
    await closeImages()
    rmSync(folder, { recursive: true, force: true })
  })

  describe('compose.yaml', () => {
    let game: OpenGame
    let player: Player

    it('starts with one command, and a game is played behind TLS', async () => {
      await compose('up', '-d', '--no-build')
      await isReady()
      const organiser = await Organiser.of({ url: URL }, PASSWORD)
      game = await organiser.game({ challenges: CHALLENGES })
      player = await organiser.player(game)
      expect(await until(() => statusOf('https://localhost/'))).toBe(200)
      const viewer = await openViewer('wss://localhost', game.id)
      await viewer.solveOf(await send(player, game, 0))
      viewer.close()
      expect(await boardOf(game)).toMatchObject([{ name: player.team.name, solvedCount: 1 }])
    }, 180_000)

    it('starts scoring and web again when they die, and loses nothing', async () => {
      const [scoring] = await containers('scoring')
      const [web] = await containers('web')
      await crash(scoring!)
      const sent = await send(player, game, 1)
      await crash(web!)
      await isReady()
      const path = `/api/game/${game.id}/challenges/${game.challenges[1]!.id}/status/${sent}`
      await until(async () => (await player.client.ok('GET', path)) === 'Accepted', STARTING)
      await until(async () => (await boardOf(game))[0]?.solvedCount === 2, STARTING)
      for (const id of [scoring!, web!]) expect((await inspect(id))!.State.Running).toBe(true)
    }, 180_000)

    it('grows, and shrinks again', async () => {
      await compose('up', '-d', '--no-build', '--no-recreate', '--scale', 'web=2', '--scale', 'scoring=2')
      expect(await containers('web')).toHaveLength(2)
      expect(await containers('scoring')).toHaveLength(2)
      await compose('up', '-d', '--no-build', '--no-recreate', '--scale', 'web=1', '--scale', 'scoring=1')
      await isReady()
      expect(await containers('web')).toHaveLength(1)
      await solve(player, game, 2)
      await until(async () => (await boardOf(game))[0]?.solvedCount === 3)
    }, 180_000)

    it('ends cleanly, and comes back with everything', async () => {
      const before = await boardOf(game)
      await compose('stop')
      for (const service of ['web', 'scoring', 'jobs', 'postgres', 'valkey'])
        for (const id of await containers(service)) expect((await inspect(id))!.State.ExitCode).toBe(0)
      await compose('up', '-d', '--no-build')
      await isReady()
      await until(async () => (await boardOf(game)).length > 0)
      expect(await boardOf(game)).toEqual(before)
      await compose('down', '-v')
    }, 180_000)
  })
})
