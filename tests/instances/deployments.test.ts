import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenGame, Organiser, type Player, solve } from '../support/games/organiser'
import {
  composeIn,
  crash,
  hang,
  makeOlder,
  openImages,
  STARTING,
  stackIn
} from '../support/instances/deployments'
import { inspect, ownsEngine } from '../support/instances/engine'
import { DEBIAN } from '../support/instances/store-images'
import { headOf, openViewer } from '../support/instances/viewer'
import { until } from '../support/until'

/** Sends the right flag of a challenge by its index; returns the submission. */
const send = ({ client }: Player, game: OpenGame, place: number) =>
  client.ok<number>('POST', `/api/game/${game.id}/challenges/${game.challenges[place]!.id}`, {
    flag: game.challenges[place]!.flag
  })

const CHALLENGES = ['Warm up', 'Deep water', 'Long haul', 'Last light'].map((title) => ({ title }))

describe.skipIf(!ownsEngine || !DEBIAN)('started for real', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-deployments-'))
  beforeAll(openImages, 600_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.each([
    ['compose.yaml', composeIn(folder)],
    ['the Swarm stack', stackIn(folder)]
  ])('%s', (_, deployment) => {
    const { url, secure } = deployment
    let organiser: Organiser
    let game: OpenGame
    let player: Player
    afterAll(() => deployment.close(), STARTING)

    const isReady = () => until(async () => (await fetch(`${url}/readyz`)).status === 200, STARTING)
    /** What anybody sees of the game's board that may not be lost. */
    const board = async () => {
      const answer = await fetch(`${url}/api/game/${game.id}/scoreboard`)
      const { items } = (await answer.json()) as {
        items: { name: string; score: number; solvedCount: number }[]
      }
      return items.map(({ name, score, solvedCount }) => ({ name, score, solvedCount }))
    }
    const solved = (count: number) => until(async () => (await board())[0]?.solvedCount === count, STARTING)

    it('starts with one command, and a game is played', async () => {
      const password = await deployment.start()
      await isReady()
      organiser = await Organiser.of({ url }, password)
      game = await organiser.game({ challenges: CHALLENGES })
      player = await organiser.player(game)
      if (secure) expect((await until(() => headOf(`${secure}/`))).statusCode).toBe(200)
      // Web answers before scoring does.
      const viewer = await until(() => openViewer(secure ?? url, game.id), STARTING)
      await viewer.solveOf(await send(player, game, 0))
      viewer.close()
      await solved(1)
      expect((await board())[0]!.name).toBe(player.team.name)
    }, 180_000)

    it.runIf(secure)('has a proxy that lets nobody choose the id of a request', async () => {
      const chosen = '11111111-1111-4111-8111-111111111111'
      const id = async (at: string) => (await headOf(at, { 'X-Request-Id': chosen })).headers['x-request-id']
      expect(await id(`${secure}/`)).toMatch(/^[\w-]{8,}$/)
      expect(await id(`${secure}/`)).not.toBe(chosen)
    })

    it('looks after engines that are added in Admin', async () => {
      const { client } = organiser
      const engine = { name: 'Gone', address: 'unix:///run/nowhere.sock' }
      const { id } = await client.ok<{ id: number }>('POST', '/api/admin/engines', engine)
      const found = async () =>
        (await client.ok<{ id: number; error: string | null }[]>('GET', '/api/admin/engines')).find(
          (one) => one.id === id
        )
      await until(async () => /ENOENT|connect/.test((await found())?.error ?? ''), STARTING)
      await client.ok('DELETE', `/api/admin/engines/${id}`)
    }, 180_000)

    it('replaces a process that hangs', async () => {
      const before = await deployment.running('jobs')
      const { StartedAt } = (await inspect(before[0]!))!.State
      await hang(before[0]!)
      await until(async () => {
        const ids = await deployment.running('jobs')
        const all = await Promise.all(ids.map(async (id) => (await inspect(id))!.State))
        return all.length === before.length && all.every((state) => state.StartedAt !== StartedAt)
      }, STARTING)
    }, 180_000)

    it('starts scoring and web again when they die, and loses nothing', async () => {
      for (const id of await deployment.running('scoring')) await crash(id)
      const sent = await send(player, game, 1)
      const [web] = await deployment.running('web')
      await crash(web!)
      const path = `/api/game/${game.id}/challenges/${game.challenges[1]!.id}/status/${sent}`
      await until(async () => (await player.client.ok('GET', path)) === 'Accepted', STARTING)
      await solved(2)
    }, 180_000)

    it('grows, and shrinks again', async () => {
      const { grown } = deployment
      const counts = async () => {
        const all = Object.keys(grown).map(async (name) => [name, (await deployment.running(name)).length])
        return Object.fromEntries(await Promise.all(all))
      }
      const before = await counts()
      await deployment.scale(grown)
      expect(await counts()).toEqual(grown)
      await deployment.scale(before)
      expect(await counts()).toEqual(before)
      await isReady()
      await solve(player, game, 2)
      await solved(3)
    }, 180_000)

    it('is updated to a version with a migration', async () => {
      const [postgres] = await deployment.running('postgres')
      await makeOlder(postgres!)
      expect(await deployment.update()).toBe(true)
      await isReady()
      await solved(3)
    }, 300_000)

    it('is backed up while it runs, and taken back to that', async () => {
      const before = await board()
      const file = join(folder, `${new URL(url).port}.zip`)
      await deployment.backup(file)
      await solve(player, game, 3)
      await solved(4)
      await deployment.restore(file)
      await isReady()
      await solved(3)
      expect(await board()).toEqual(before)
    }, 300_000)

    it('ends cleanly, and comes back with everything', async () => {
      const before = await board()
      const codes = await deployment.stop()
      expect(codes.length).toBeGreaterThan(2)
      expect(new Set(codes)).toEqual(new Set(['0']))
      await deployment.resume()
      await isReady()
      await solved(3)
      expect(await board()).toEqual(before)
    }, 180_000)
  })
})
