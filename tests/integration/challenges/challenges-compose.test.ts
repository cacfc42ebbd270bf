import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { challengeUpdate } from '~/server/challenges/contract'
import { importOptions } from '~/server/transfer/contract'
import { archiveFolder } from '../../support/files/archives'
import { playGame } from '../../support/fixtures'
import { openContainerChallenges } from '../../support/instances/container-challenges'

const suite = openContainerChallenges()
const { rows, challenge, images } = suite

describe('several containers', () => {
  const text = 'services:\n  web: { image: "c-web:1", depends_on: [db] }\n  db: { image: "c-db:1" }\n'
  const entry = { service: 'web', protocol: 'http', title: 'Site' }
  const code = (given: Promise<unknown>) =>
    given.then(
      () => null,
      ({ code, status, params, extra }) => ({ code, status, params, extra })
    )

  it('are saved as a text, which is kept when it is not given, and removed by null and by blanks', async () => {
    const { read, update } = await challenge()
    expect((await read()).containerCompose).toBeNull()
    expect((await update({ containerCompose: text.replaceAll('\n', '\r\n') })).containerCompose).toBe(text)
    expect((await update({ memoryLimit: 128 })).containerCompose).toBe(text)
    expect((await images('c-web:1')).length + (await images('c-db:1')).length).toBe(2)
    for (const gone of [null, ' \n']) {
      expect((await update({ containerCompose: gone })).containerCompose).toBeNull()
      await update({ containerCompose: text })
    }
  })

  it('are refused with the first fault as text and all of them beside it, and change nothing', async () => {
    const { id, read, update } = await challenge()
    await update({ containerCompose: text })
    const { version } = await read()
    const faulty = 'services:\n  web:\n    image: a\n    privileged: true\n    ports: ["80:80"]\n'
    expect(await code(update({ containerCompose: faulty, title: 'Other' }))).toEqual({
      code: 'compose.privileged',
      status: 400,
      params: { line: 4, name: 'privileged' },
      extra: {
        field: 'containerCompose',
        faults: [
          { line: 4, column: 5, path: 'services.web.privileged', code: 'compose.privileged' },
          { line: 5, column: 5, path: 'services.web.ports', code: 'compose.ports' }
        ]
      }
    })
    const long = challengeUpdate.safeParse({ containerCompose: 'x'.repeat(32_769) })
    expect(long.error?.issues[0]).toMatchObject({
      path: ['containerCompose'],
      message: 'field.text_too_long'
    })
    expect(await code(update({ containerCompose: `#${'世'.repeat(11_000)}` }))).toMatchObject({
      code: 'compose.too_long'
    })
    const kept = await read()
    expect([kept.title, kept.containerCompose, kept.version]).toEqual(['Dock', text, version])
    expect(await rows('SELECT compose_images AS images FROM challenges WHERE id = $1', id)).toEqual([
      { images: ['c-db:1', 'c-web:1'] }
    ])
  })

  it('are for container challenges alone', async () => {
    const { update } = await challenge('StaticAttachment')
    expect(await code(update({ containerCompose: text }))).toMatchObject({
      code: 'container.not_container_type'
    })
    expect((await update({ containerCompose: null })).containerCompose).toBeNull()
  })

  it('need an entry before they can be played, and no image', async () => {
    const { update } = await challenge()
    const missing = { code: 'challenge.endpoint_missing' }
    await update({ containerCompose: text })
    expect(await code(update({ isEnabled: true }))).toMatchObject(missing)
    const open = await update({ isEnabled: true, containerOptions: { entry } })
    expect([open.isEnabled, open.containerImage, open.containerOptions.entry]).toEqual([true, '', entry])
    expect(await code(update({ containerOptions: {} }))).toMatchObject(missing)
    expect(await code(update({ containerCompose: null }))).toMatchObject({ code: 'challenge.image_missing' })
  })

  it('are reached by endpoints that name services of the text', async () => {
    const { update } = await challenge()
    const save = (containerOptions: object, more = {}) =>
      code(update({ containerCompose: text, containerOptions, ...more }))
    expect(await save({ entry: { service: 'mail' } })).toMatchObject({
      code: 'challenge.endpoint_service',
      params: { name: 'mail', list: 'db, web' },
      extra: { field: 'containerOptions.entry.service' }
    })
    expect(await save({ entry, more: [{ service: 'db', port: 1 }, { port: 2 }] })).toMatchObject({
      extra: { field: 'containerOptions.more.1.service' }
    })
    expect(await save({ entry, more: [{ service: 'web', port: 80 }] })).toMatchObject({
      code: 'challenge.endpoint_twice'
    })
    const more = Array.from({ length: 7 }, (_, at) => ({ service: 'db', port: at + 1 }))
    expect(await save({ entry, more })).toBeNull()
    expect(challengeUpdate.safeParse({ containerOptions: { more: [...more, more[0]] } }).success).toBe(false)
    expect(await code(update({ containerCompose: 'services: { web: { image: a } }' }))).toMatchObject({
      code: 'challenge.endpoint_service'
    })
  })

  it('show the image that is least far', async () => {
    const { services, admin } = suite.domain
    const { gameId, update } = await challenge()
    const later = text.replaceAll('c-', 'late-')
    await update({ containerCompose: later })
    const state = async () => (await services.challenges.editList(admin, gameId))[0]?.image
    expect(await state()).toEqual({ state: 'wanted', error: null })
    await rows(`UPDATE images SET state = 'ready' WHERE reference = 'late-web:1'`)
    expect(await state()).toEqual({ state: 'wanted', error: null })
    await rows(`UPDATE images SET state = 'failed', error_code = 'not_found' WHERE reference = 'late-db:1'`)
    expect(await state()).toEqual({ state: 'failed', error: 'not_found' })
    await rows(`UPDATE images SET state = 'ready', error_code = NULL WHERE reference = 'late-db:1'`)
    expect(await state()).toEqual({ state: 'ready', error: null })
  })

  it('are exported and imported with the game', async () => {
    const { services, admin } = suite.domain
    const { gameId, update } = await challenge()
    await update({ containerCompose: text, containerOptions: { entry }, isEnabled: true })
    const archives = archiveFolder()
    try {
      const { content } = await services.transfer.export(admin, gameId, { posts: false })
      const path = archives.write(await buffer(content))
      const origin = { path, name: 'again.zip' }
      const made = await services.transfer.import(admin, origin, importOptions.parse({}))
      expect(made.challenges[0]?.enabled).toBe(true)
      const [first] = await services.challenges.editList(admin, made.gameId!)
      const again = await services.challenges.editOne(admin, made.gameId!, first!.id)
      expect([again.containerCompose, again.containerOptions.entry, again.isEnabled]).toEqual([
        text,
        entry,
        true
      ])
    } finally {
      archives.remove()
    }
  })
})

describe('the capacity of the engines', () => {
  it('is shown with the accepted teams until the challenge is enabled, of engines that start instances', async () => {
    const { services, admin, stores } = suite.domain
    const game = await playGame(stores.db, { teams: 3 })
    const { id } = game.challenges[0]!
    await rows(
      `UPDATE challenges SET type = 'StaticContainer', container_image = 'web:1', memory_limit = 484, cpu_count = 1,
         enabled = false WHERE id = $1`,
      id
    )
    await rows(`UPDATE participations SET status = 'Pending' WHERE id = $1`, game.teams[2]!.participationId)
    const room = async () => {
      const list = await services.challenges.editList(admin, game.id)
      return list.find((one) => one.id === id)!.room
    }
    await rows(`UPDATE engines SET state = 'up', guard = 'guarded', memory_mb = 1200, cpu = 100, places = 9`)
    expect(await room()).toEqual({ instances: 2, teams: 2 })
    await rows('UPDATE engines SET draining = true')
    expect(await room()).toBeNull()
    await rows(`UPDATE engines SET draining = false, guard = 'unguarded'`)
    expect(await room()).toBeNull()
    await rows(`UPDATE engines SET guard = 'guarded'`)
    await rows('UPDATE challenges SET enabled = true WHERE id = $1', id)
    expect(await room()).toBeNull()
  })
})
