import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import type { Engine } from '~/jobs/instances/engine/engine'
import { type Domain, openDomain } from '../support/domain'
import { archiveFolder } from '../support/files/archives'
import type { PlayedGame } from '../support/fixtures'
import { DOMAIN_SECRET, keyedGame } from '../support/games/suitcases'
import { dockerHost, hasEngine, imageOf, removeImage } from '../support/instances/engine'
import { runBuilt } from '../support/processes/program'

describe.skipIf(!hasEngine)('images of a game as files', () => {
  const mark = randomUUID().slice(0, 8)
  const [service, solver] = [`halyard-test/suitcase-service:${mark}`, `halyard-test/suitcase-solver:${mark}`]
  const kept = archiveFolder()
  let home: Domain
  let laptop: Domain
  let engine: Engine
  let game: PlayedGame

  async function suitcase({ stores, data }: Domain, ...argv: string[]) {
    const env = { HALYARD_DATA: data, HALYARD_SECRET: DOMAIN_SECRET, DOCKER_HOST: dockerHost() }
    const run = runBuilt('suitcase', argv, stores, env)
    const code = await run.ended
    return { code, stdout: run.stdout(), stderr: run.stderr() }
  }
  const use = (image: string) =>
    home.stores.db.pool.query(
      `UPDATE challenges SET type = 'StaticContainer', container_image = $2, expose_port = 80,
         solver = jsonb_build_object('image', $3::text, 'environment', '{}'::jsonb, 'timeout', 20, 'memoryLimit', 32, 'egress', 'none')
       WHERE game_id = $1`,
      [game.id, image, solver]
    )
  const idsNow = async () => [(await engine.image(service))?.id, (await engine.image(solver))?.id]
  const forget = async () => {
    for (const image of [service, solver]) await removeImage(image)
  }

  beforeAll(async () => {
    home = await openDomain()
    laptop = await openDomain()
    engine = createDockerEngine({ address: dockerHost(), install: `test-${mark}` })
    const noise = () => ({ files: { '/www/noise': randomBytes(400_000).toString('base64') } })
    await imageOf(service, noise())
    await imageOf(solver, noise())
    game = await keyedGame(home, { teams: 1, challenges: 1 })
    await use(service)
  })
  afterAll(async () => {
    if (!engine) return
    await forget()
    engine.close()
    kept.remove()
    await home.close()
    await laptop.close()
  })

  it('go into the suitcase, and are there on a machine that had none of them', async () => {
    const path = join(kept.folder, 'cup.suitcase')
    const packed = await suitcase(home, 'pack', String(game.id), path)
    expect(packed, packed.stderr).toMatchObject({ code: 0 })
    expect(packed.stderr).toContain('1 team, 2 images')
    const before = await idsNow()
    await forget()
    expect(await idsNow()).toEqual([undefined, undefined])
    const first = await suitcase(laptop, 'unpack', path)
    expect(first, first.stderr).toMatchObject({ code: 0 })
    expect(first.stderr).toContain('2 images loaded')
    expect(await idsNow()).toEqual(before)
    const second = await suitcase(laptop, 'unpack', path)
    expect(second.stdout).toBe(first.stdout)
    expect(second.stderr).toContain('2 images are there already')
    // An image that went is loaded again, and the game stays.
    await removeImage(solver)
    expect(await suitcase(laptop, 'unpack', path)).toMatchObject({ code: 0, stdout: first.stdout })
    expect(await idsNow()).toEqual(before)
  })

  it('are written alone, and a half file is not loaded', async () => {
    const path = join(kept.folder, 'images.tar')
    expect(await suitcase(home, 'images', String(game.id), path)).toMatchObject({
      code: 0,
      stdout: `${path}\n`
    })
    const before = await idsNow()
    await forget()
    const half = join(kept.folder, 'half.tar')
    writeFileSync(half, readFileSync(path).subarray(0, 300_000))
    writeFileSync(`${half}.sha256`, readFileSync(`${path}.sha256`))
    const refused = await suitcase(home, 'load', half)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      `${half} is damaged or incomplete: it has another checksum.\n`
    ])
    expect(await idsNow()).toEqual([undefined, undefined])
    const loaded = await suitcase(home, 'load', path, '--game', String(game.id))
    expect(loaded).toMatchObject({ code: 0, stderr: '2 images are there\n' })
    expect(await idsNow()).toEqual(before)
  })

  it.each([
    ['absent', `halyard-test/absent:${mark}`, /lacks these images.*\n {2}halyard-test\/absent/],
    [
      'named by its digest',
      `halyard-test/pinned@sha256:${'a'.repeat(64)}`,
      /name it by a tag:\n {2}halyard-test\/pinned/
    ]
  ])('are refused when one is %s, and no file is left', async (_, image, line) => {
    await use(image)
    const path = join(kept.folder, 'none.suitcase')
    const { code, stderr } = await suitcase(home, 'pack', String(game.id), path)
    expect([code, existsSync(path), existsSync(`${path}.part`)]).toEqual([1, false, false])
    expect(stderr).toMatch(line)
    await use(service)
  })

  it('that a file does not hold as the game wants them are named after loading', async () => {
    const path = join(kept.folder, 'images.tar')
    await use(`halyard-test/absent:${mark}`)
    const { code, stderr } = await suitcase(home, 'load', path, '--game', String(game.id))
    expect([code, stderr]).toEqual([1, `Loaded; still missing:\n  halyard-test/absent:${mark}\n`])
    await use(service)
  })
})
