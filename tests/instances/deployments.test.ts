import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeIn, crash, openImages, STARTING, stackIn } from '../support/instances/deployments'
import { ownsEngine } from '../support/instances/engine'
import { DEBIAN } from '../support/instances/store-images'
import { openViewer, statusOf } from '../support/instances/viewer'
import { type OpenGame, Organiser, type Player, solve } from '../support/organiser'
import { until } from '../support/until'

/** Sends the right flag of a challenge by its index; returns the submission. */
const send = ({ client }: Player, game: OpenGame, place: number) =>
  client.ok<number>('POST', `/api/game/${game.id}/challenges/${game.challenges[place]!.id}`, {
    flag: game.challenges[place]!.flag
  })

const CHALLENGES = ['Warm up', 'Deep water', 'Long haul'].map((title) => ({ title }))

describe.skipIf(!ownsEngine || !DEBIAN)('started for real', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-deployments-'))
  beforeAll(openImages, 600_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.each([
    ['compose.yaml', composeIn(folder)],
    ['the Swarm stack', stackIn(folder)]
  ])('%s', (_, deployment) => {
    const { url, secure } = deployment
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
      const organiser = await Organiser.of({ url }, password)
      game = await organiser.game({ challenges: CHALLENGES })
      player = await organiser.player(game)
      if (secure) expect(await until(() => statusOf(`${secure}/`))).toBe(200)
      const viewer = await openViewer(secure ?? url, game.id)
      await viewer.solveOf(await send(player, game, 0))
      viewer.close()
      await solved(1)
      expect((await board())[0]!.name).toBe(player.team.name)
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
