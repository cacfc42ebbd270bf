import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RehearsalView } from '~/server/rehearsals/contract'
import { type OpenGame, Organiser } from '../support/games/organiser'
import { containersWith, dockerHost, hasEngine, imageOf, removeImage } from '../support/instances/engine'
import { type Platform, startPlatform } from '../support/processes/platform'
import { until } from '../support/until'

const IMAGE = 'local/rehearsed:1'
const BROKEN = 'local/rehearsed-broken:1'

/** The built processes and a real engine. */
describe.skipIf(!hasEngine)('a rehearsal with instances', () => {
  let platform: Platform
  let organiser: Organiser
  let game: OpenGame
  const sql = (text: string, values: unknown[] = []) => platform.stores.db.pool.query(text, values)

  beforeAll(async () => {
    await imageOf(IMAGE, { cmd: ['/bin/nc', '-ll', '-p', '80', '-e', '/bin/cat'], files: {} })
    // One stream, because the engine reads two in any order.
    const broken = 'exec >&2; echo "reading notes.db"; echo "no such table: notes"; exit 3'
    await imageOf(BROKEN, { cmd: ['/bin/sh', '-c', broken], files: {} })
    platform = await startPlatform({ DOCKER_HOST: dockerHost() }, { jobs: true })
    organiser = await Organiser.of(platform)
    game = await organiser.game()
    await add('Works', 'StaticContainer', IMAGE)
    await add('Own flags', 'DynamicContainer', IMAGE)
    await add('Breaks', 'StaticContainer', BROKEN)
    await until(async () => (await sql(`SELECT FROM engines WHERE guard <> 'unknown'`)).rowCount === 1)
    await until(async () => (await sql(`SELECT FROM images WHERE state = 'ready'`)).rowCount === 2)
  }, 120_000)
  afterAll(async () => {
    await platform?.close()
    for (const image of [IMAGE, BROKEN]) await removeImage(image)
  })

  async function add(title: string, type: string, containerImage: string): Promise<void> {
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = organiser
    const { id } = await client.ok<{ id: number }>('POST', path, { title, category: 'Pwn', type })
    if (type === 'StaticContainer')
      await client.ok('POST', `${path}/${id}/flags`, [{ flag: `flag{${title}}` }])
    await client.ok('PUT', `${path}/${id}`, {
      content: title,
      isEnabled: true,
      containerImage,
      containerExposePort: 80
    })
  }

  it('starts and stops instances, says how long they took and what failed, and leaves none behind', async () => {
    const { client } = organiser
    const path = `/api/edit/games/${game.id}/rehearsals`
    await client.ok('POST', path, { teams: 3 })
    const newest = async () => (await client.ok<RehearsalView[]>('GET', path))[0]!
    await until(async () => !['waiting', 'running'].includes((await newest()).state), 150_000)
    const { state, report } = await newest()
    expect(state).toBe('done')
    expect(report!.instances.map(({ title }) => title).sort()).toEqual(['Own flags', 'Works'])
    expect(report!.instances.every(({ seconds }) => seconds > 0 && seconds < 60)).toBe(true)
    const bad = report!.findings.filter(({ severity }) => severity === 'bad')
    expect(bad.map(({ code, title }) => [code, title])).toEqual([['instance_failed', 'Breaks']])
    // Its flags are right all the same, and those of the others too.
    expect(report!.figures.solves).toBe(3 * 4)
    const html = await client.ok<string>('GET', `/admin/games/${game.id}/Rehearsal`)
    // React parts neighbouring texts by comments.
    const page = html.replaceAll('<!-- -->', '')
    const told = /<[^<>]*>[^<]*Breaks[\s\S]{0,600}/.exec(page)?.[0]
    expect(told).toContain('The program exited right after it started. It ended with code 3.')
    expect(told).toContain('<code>no such table: notes</code>')
    await until(
      async () => (await sql('SELECT FROM games WHERE rehearsal IS NOT NULL')).rowCount === 0,
      60_000
    )
    expect((await sql(`SELECT state FROM instances WHERE kind = 'team'`)).rows).toEqual([])
    const install = (await sql(`SELECT value FROM settings WHERE key = 'install'`)).rows[0]!.value as string
    await until(async () => (await containersWith(`halyard.install=${install}`)).length === 0)
  }, 240_000)
})
