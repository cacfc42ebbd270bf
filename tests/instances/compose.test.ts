import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstanceView } from '~/server/instances/contract'
import { type OpenGame, Organiser } from '../support/games/organiser'
import {
  containersOf,
  docker,
  dockerHost,
  execute,
  hasEngine,
  imageOf,
  objectsOf,
  removeImage
} from '../support/instances/engine'
import { type Platform, startPlatform } from '../support/processes/platform'
import { until } from '../support/until'

const IMAGE = 'local/compose:1'
/** Serves its variables: what a container was given is what its page says. */
const COMMAND = ['/bin/sh', '-c', 'env > /tmp/env; exec httpd -f -p 80 -h /tmp']
const COMPOSE = `
services:
  web:
    image: ${IMAGE}
    command: ${JSON.stringify(COMMAND)}
    depends_on: [store]
    environment: { ROLE: web, TEAM: "\${HALYARD_TEAM_ID}", TRAP: "\${HALYARD_DECOY}" }
    expose: [80]
  store:
    image: ${IMAGE}
    command: ${JSON.stringify(COMMAND)}
    environment:
      SECRET: "\${HALYARD_FLAG}"
    mem_limit: 64m
`

/** The built processes with a challenge of two containers, of which players see a port each. */
describe.skipIf(!hasEngine)('a challenge of several containers', () => {
  let platform: Platform
  let organiser: Organiser
  let game: OpenGame
  let challenge: number
  beforeAll(async () => {
    await imageOf(IMAGE, { cmd: COMMAND })
    platform = await startPlatform({ DOCKER_HOST: dockerHost() }, { jobs: true })
    organiser = await Organiser.of(platform)
    game = await organiser.game()
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = organiser
    const made = { title: 'Two decks', category: 'Web', type: 'DynamicContainer' }
    challenge = (await client.ok<{ id: number }>('POST', path, made)).id
    const more = [{ title: 'Store', service: 'store', port: 80, protocol: 'tcp' }]
    const containerOptions = { entry: { title: 'Site', service: 'web' }, more }
    await client.ok('PUT', `${path}/${challenge}`, { containerCompose: COMPOSE, containerExposePort: 80 })
    await client.ok('PUT', `${path}/${challenge}`, {
      containerOptions,
      flagTemplate: 'flag{[GUID]}',
      decoy: 'trap{[GUID]}'
    })
    await client.ok('PUT', `${path}/${challenge}`, { isEnabled: true })
    await until(async () => (await sql(`SELECT FROM engines WHERE guard <> 'unknown'`)).rowCount === 1)
  }, 120_000)
  afterAll(async () => {
    await platform?.close()
    await removeImage(IMAGE)
  })
  const sql = (text: string, values: unknown[] = []) => platform.stores.db.pool.query(text, values)
  const container = () => `/api/game/${game.id}/container/${challenge}`
  const variables = async (entry: string) => {
    const answer = await fetch(`http://${entry}/env`, { signal: AbortSignal.timeout(3000) })
    return Object.fromEntries(
      (await answer.text()).split('\n').map((line) => line.split('=') as [string, string])
    )
  }
  const running = async () => {
    const player = await organiser.player(game)
    await player.client.ok('POST', container())
    const view = await player.client.ok<InstanceView>('GET', container())
    expect(view.state).toBe('ready')
    return { player, view }
  }

  it('each container gets its own variables, flag and decoy only where they are named, and players reach all ports', async () => {
    const { view, player } = await running()
    expect(view.endpoints.map(({ title, protocol }) => [title, protocol])).toEqual([
      ['Site', 'http'],
      ['Store', 'tcp']
    ])
    const [site, store] = view.endpoints.map(({ entry }) => ({ entry: entry! }))
    expect(view.entry).toBe(site!.entry)
    const { rows: flags } = await sql(
      `SELECT o.flag FROM team_flags o JOIN participations p ON p.id = o.participation_id
       WHERE o.challenge_id = $1 AND p.team_id = $2`,
      [challenge, player.team.id]
    )
    const flag: string = flags[0].flag
    const seen = await variables(site!.entry)
    const { rows: decoys } = await sql(
      `SELECT d.decoy FROM team_decoys d JOIN participations p ON p.id = d.participation_id
       WHERE d.challenge_id = $1 AND p.team_id = $2`,
      [challenge, player.team.id]
    )
    expect(decoys[0].decoy).toMatch(/^trap\{[0-9a-f-]{36}\}$/)
    expect(seen).toMatchObject({ ROLE: 'web', TEAM: String(player.team.id), TRAP: decoys[0].decoy })
    expect(JSON.stringify(seen)).not.toContain(flag)
    const kept = await variables(store!.entry)
    expect(kept).toMatchObject({ SECRET: flag })
    expect(JSON.stringify(kept)).not.toContain(decoys[0].decoy)
    const { rows } = await sql('SELECT memory_mb FROM instances WHERE id = $1', [view.id])
    expect(rows[0].memory_mb).toBe(128 + 64)
    const containers = await containersOf({ instance: view.id! })
    const web = containers.find(({ Names }) => !Names[0]!.endsWith('.store'))!
    expect((await execute(web.Id, ['grep', '-c', 'store', '/etc/hosts'])).code).toBe(0)
  })

  it('what waits for a container that never gets healthy can be stopped, and is gone at once', async () => {
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = organiser
    const { id } = await client.ok<{ id: number }>('POST', path, {
      ...{ title: 'Sick', category: 'Web', type: 'DynamicContainer' }
    })
    const containerCompose = COMPOSE.replace(
      'depends_on: [store]',
      'depends_on: { store: { condition: service_healthy } }'
    )
      .replaceAll(/"?\$\{HALYARD_\w+\}"?/g, 'none')
      .concat('    healthcheck: { test: ["CMD", "false"], interval: 1s, retries: 100 }\n')
    await client.ok('PUT', `${path}/${id}`, {
      containerCompose,
      containerExposePort: 80,
      flagTemplate: 'flag{[GUID]}'
    })
    await client.ok('PUT', `${path}/${id}`, {
      containerOptions: { entry: { service: 'web' } },
      isEnabled: true
    })
    const player = await organiser.player(game)
    const own = `/api/game/${game.id}/container/${id}`
    await player.client.ok('POST', own)
    const { id: instance } = await player.client.ok<InstanceView>('GET', own)
    await until(async () => (await containersOf({ instance: instance! })).length === 2)
    await sql(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    await player.client.ok('DELETE', own)
    expect((await player.client.ok<InstanceView>('GET', own)).state).toBe('ended')
    expect(await objectsOf({ instance: instance! })).toEqual({ containers: 0, networks: 0, volumes: 0 })
  })

  it('all containers end together, when the instance is stopped and when one of them dies', async () => {
    const { player, view } = await running()
    await sql(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    await player.client.ok('DELETE', container())
    await until(async () => (await objectsOf({ instance: view.id! })).containers === 0)
    expect(await objectsOf({ instance: view.id! })).toEqual({ containers: 0, networks: 0, volumes: 0 })

    const second = await running()
    const containers = await containersOf({ instance: second.view.id! })
    expect(containers).toHaveLength(2)
    const store = containers.find(({ Names }) => Names[0]!.endsWith('.store'))!
    await docker('POST', `/containers/${store.Id}/kill`)
    const reason = async () =>
      (await sql('SELECT state, reason FROM instances WHERE id = $1', [second.view.id])).rows[0]
    await until(async () => (await reason()).state === 'ended')
    expect((await reason()).reason).toBe('crashed')
    expect(await objectsOf({ instance: second.view.id! })).toEqual({ containers: 0, networks: 0, volumes: 0 })
    const { rows } = await sql(
      'SELECT count(*)::int AS n FROM instance_endpoints WHERE published IS NOT NULL AND instance_id = $1',
      [second.view.id]
    )
    expect(rows[0].n).toBe(0)
  })
})
