import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Env } from '~/server/platform/env'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addInstance } from '../../support/instances/instance-rows'

/** Whether the page of a challenge, with or without an instance, says that connections are recorded. */
function showsRecording(more: Partial<Env>) {
  let domain: Domain
  let engine: number
  beforeAll(async () => {
    domain = await openDomain(more)
    engine = await addEngine(domain.stores.db)
  })
  afterAll(() => domain?.close())

  const sql = (text: string, values: unknown[]) => domain.stores.db.pool.query(text, values)
  const view = async (game: PlayedGame) => {
    const [challenge] = game.challenges
    const { recorded } = await domain.services.instances.view(
      domain.as(game.teams[0]!.members[0]),
      game.id,
      challenge!.id
    )
    return recorded
  }
  return {
    view,
    /** A game whose first challenge has this category and more ports. */
    async game(category: string, { capture = true, more: ports = [] as object[], endsIn = HOUR_MS } = {}) {
      const game = await playGame(domain.stores.db, { endsIn })
      await sql(
        `UPDATE challenges SET type = 'StaticContainer', category = $2, traffic_capture = $3, container_image = 'box:1',
           container_options = $4 WHERE id = $1`,
        [game.challenges[0]!.id, category, capture, JSON.stringify({ more: ports })]
      )
      return game
    },
    /** A running instance with one port, frozen with this protocol. */
    async running(game: PlayedGame, protocol: 'tcp' | 'http') {
      const id = await addInstance(domain.stores.db, game, {
        state: 'ready',
        engine,
        readyAt: -1,
        expiresAt: 60
      })
      await sql('UPDATE instance_endpoints SET protocol = $2, entry = NULL WHERE instance_id = $1', [
        id,
        protocol
      ])
    }
  }
}

const NAMES = { PUBLIC_URL: 'https://ctf.example.org', INSTANCE_DOMAIN: 'inst.example.net' }
const PORT = { title: 'Shell', service: '', port: 4000, protocol: 'tcp' }

describe('connections by tunnels and host names', () => {
  const { game, view, running } = showsRecording({ INSTANCE_ENTRY: 'tunnel', ...NAMES })

  it('are recorded where a tunnel leads in, and not where host names alone do', async () => {
    expect(await view(await game('Pwn'))).toBe(true)
    expect(await view(await game('Web'))).toBe(false)
    expect(await view(await game('Web', { more: [PORT] }))).toBe(true)
  })

  it('are recorded by the ports of the running instance, whatever became of its challenge', async () => {
    const web = await game('Web')
    await running(web, 'tcp')
    expect(await view(web)).toBe(true)
    const pwn = await game('Pwn')
    await running(pwn, 'http')
    expect(await view(pwn)).toBe(false)
  })

  it('are neither recorded without capture nor after the end', async () => {
    expect(await view(await game('Pwn', { capture: false }))).toBe(false)
    expect(await view(await game('Pwn', { endsIn: -1000 }))).toBe(false)
  })
})

describe('connections by tunnels alone', () => {
  const { game, view } = showsRecording({ INSTANCE_ENTRY: 'tunnel', ...NAMES, INSTANCE_DOMAIN: 'none' })
  it('are shown as recorded, whatever the protocol', async () => {
    expect([await view(await game('Pwn')), await view(await game('Web'))]).toEqual([true, true])
  })
})

describe('connections by published ports', () => {
  const { game, view } = showsRecording({ INSTANCE_ENTRY: 'port', ...NAMES })
  it('are shown without recording', async () => {
    expect([await view(await game('Pwn')), await view(await game('Web'))]).toEqual([false, false])
  })
})
