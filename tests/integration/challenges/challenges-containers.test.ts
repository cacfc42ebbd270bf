import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { challengeUpdate, containerOptions } from '~/server/challenges/contract'
import { importOptions } from '~/server/transfer/contract'
import { refused } from '../../support/domain'
import { archiveFolder, zipOf } from '../../support/files/archives'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { openContainerChallenges } from '../../support/instances/container-challenges'
import { addEngine, addImage, addInstance } from '../../support/instances/instance-rows'

const suite = openContainerChallenges()
const { rows, challenge, images } = suite

/** A game whose first challenge has a running instance of every team and a test instance. */
async function running() {
  const game = await playGame(suite.domain.stores.db, { teams: 2 })
  const { id } = game.challenges[0]!
  await rows(`UPDATE challenges SET type = 'StaticContainer', container_image = 'web:1' WHERE id = $1`, id)
  const plan = { state: 'ready', engine: suite.engine, readyAt: -1, expiresAt: 60 } as const
  const teams = [
    await addInstance(suite.domain.stores.db, game, { ...plan, team: 0 }),
    await addInstance(suite.domain.stores.db, game, { ...plan, team: 1 })
  ]
  const test = await addInstance(suite.domain.stores.db, game, { ...plan, team: null })
  const elsewhere = await addInstance(suite.domain.stores.db, game, { ...plan, challenge: 1 })
  return { game, id, teams, test, elsewhere }
}

const endingOf = async (ids: string[]) =>
  (
    await rows<{ reason: string | null }>(
      `SELECT CASE WHEN desired = 'down' THEN reason END AS reason FROM instances
       WHERE id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], id)`,
      ids
    )
  ).map(({ reason }) => reason)

const destroyed = ({ id }: PlayedGame) =>
  rows<{ values: string[]; team: number }>(
    `SELECT "values", participation_id AS team FROM game_events
     WHERE game_id = $1 AND type = 'ContainerDestroy' ORDER BY participation_id`,
    id
  )

describe('options of containers', () => {
  it('have defaults, are replaced as a whole, and stay when they are missing', async () => {
    const { read, update } = await challenge()
    expect((await read()).containerOptions).toEqual(containerOptions.parse({}))
    const given = {
      readOnly: false,
      pids: 64,
      capabilities: ['CHOWN', 'setuid'],
      egress: 'hosts',
      egressHosts: ['API.example.org:443'],
      flagDelivery: 'file',
      flagPath: '/srv/flag',
      readiness: 'log',
      readinessTarget: 'up',
      startTimeout: 90,
      keepAfterSolve: 10,
      entry: { title: 'Site', protocol: 'http' },
      more: [{ port: '25' }]
    }
    const stored = {
      ...given,
      capabilities: ['CHOWN', 'SETUID'],
      egressHosts: ['api.example.org:443'],
      entry: { title: 'Site', service: '', protocol: 'http' },
      more: [{ title: '', service: '', port: 25, protocol: 'tcp' }]
    }
    expect((await update({ containerOptions: given })).containerOptions).toEqual(stored)
    expect((await update({ memoryLimit: 128, containerOptions: null })).containerOptions).toEqual(stored)
    expect((await read()).containerOptions).toEqual(stored)
    expect((await update({ containerOptions: { pids: 99 } })).containerOptions).toEqual(
      containerOptions.parse({ pids: 99 })
    )
  })

  it('are complete where an older version stored fewer', async () => {
    const { id, read } = await challenge()
    await rows(`UPDATE challenges SET container_options = '{"pids": 8}' WHERE id = $1`, id)
    expect((await read()).containerOptions).toEqual(containerOptions.parse({ pids: 8 }))
  })

  it.each([
    [{ egress: 'hosts' }, 'containerOptions.egressHosts', 'field.required'],
    [{ egressHosts: ['example.org'] }, 'containerOptions.egressHosts.0', 'field.egress_host_malformed'],
    [{ readiness: 'log' }, 'containerOptions.readinessTarget', 'field.required'],
    [{ readiness: 'http', readinessTarget: 'x' }, 'containerOptions.readinessTarget', 'field.path_malformed'],
    [
      { flagDelivery: 'file', flagPath: '/flag' },
      'containerOptions.flagPath',
      'field.flag_path_needs_folder'
    ],
    [{ flagPath: '/a/../b' }, 'containerOptions.flagPath', 'field.path_malformed'],
    [{ capabilities: ['SYS_ADMIN'] }, 'containerOptions.capabilities.0', 'field.type_mismatch'],
    [{ pids: 7 }, 'containerOptions.pids', 'field.out_of_range']
  ])('are refused: %j', (options, path, code) => {
    const { error } = challengeUpdate.safeParse({ containerOptions: options })
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, code]])
  })
})

describe('images of challenges', () => {
  it('are requested from every engine as soon as they are saved, and only for containers', async () => {
    const { update } = await challenge()
    await update({ containerImage: ' saved:1 ' })
    expect(await images('saved:1')).toEqual([{ state: 'wanted' }])
    await rows(`UPDATE images SET state = 'failed' WHERE reference = 'saved:1'`)
    await update({ containerImage: 'saved:1', title: 'Again' })
    expect(await images('saved:1')).toEqual([{ state: 'failed' }])
    const plain = await challenge('StaticAttachment')
    await plain.update({ containerImage: 'plain:1' })
    expect(await images('plain:1')).toEqual([])
  })

  it('are not requested when the change was refused', async () => {
    const { update } = await challenge('StaticContainer')
    await refused(update({ containerImage: 'never:1', isEnabled: true }), 'challenge.no_flag', 400)
    expect(await images('never:1')).toEqual([])
  })

  it('must be named before a challenge is enabled, and stay named while it is', async () => {
    const { update, read } = await challenge()
    await refused(update({ isEnabled: true }), 'challenge.image_missing', 400)
    await refused(update({ isEnabled: true, containerImage: ' ' }), 'challenge.image_missing', 400)
    expect((await read()).isEnabled).toBe(false)
    expect((await update({ isEnabled: true, containerImage: 'x:1' })).isEnabled).toBe(true)
    await refused(update({ containerImage: '' }), 'challenge.image_missing', 400)
    expect((await read()).containerImage).toBe('x:1')
    expect(await update({ isEnabled: false, containerImage: '' })).toMatchObject({ containerImage: '' })
  })

  it('a challenge that an older version enabled without one can be edited, and gets one', async () => {
    const { id, update } = await challenge()
    await rows('UPDATE challenges SET enabled = true WHERE id = $1', id)
    expect((await update({ title: 'Renamed', containerImage: '' })).title).toBe('Renamed')
    expect((await update({ containerImage: 'x:2' })).containerImage).toBe('x:2')
  })

  it('are listed with the challenges, from the engine that is furthest', async () => {
    const { services, admin } = suite.domain
    const { gameId, update } = await challenge()
    const image = async () => (await services.challenges.editList(admin, gameId))[0]!.image
    expect(await image()).toEqual({ state: 'missing', error: null })
    await update({ containerImage: 'listed:1' })
    expect(await image()).toEqual({ state: 'wanted', error: null })
    await rows(`UPDATE images SET state = 'failed', error_code = 'not_found' WHERE reference = 'listed:1'`)
    expect(await image()).toEqual({ state: 'failed', error: 'not_found' })
    const other = await addEngine(suite.domain.stores.db, { address: 'tcp://198.51.100.9:2375' })
    await addImage(suite.domain.stores.db, other, 'listed:1')
    expect(await image()).toEqual({ state: 'ready', error: null })
    await rows('DELETE FROM engines WHERE id = $1', other)
    const plain = await challenge('StaticAttachment')
    expect((await services.challenges.editList(admin, plain.gameId))[0]!.image).toBeNull()
  })

  it('are returned with the container of a challenge', async () => {
    const { services, admin, as } = suite.domain
    const { gameId, id, update } = await challenge()
    await update({ containerImage: 'asked:1' })
    expect(await services.challenges.imagesOf(admin, gameId, id)).toEqual(['asked:1'])
    const plain = await challenge('StaticAttachment')
    const of = (ctx: typeof admin, game: number, one: number) => services.challenges.imagesOf(ctx, game, one)
    await refused(of(admin, plain.gameId, plain.id), 'container.not_container_type', 400)
    await refused(of(admin, plain.gameId, id), 'challenge.not_found', 404)
    const [user] = await suite.domain.users(1)
    await refused(of(as(user!, { role: 'Monitor' }), gameId, id), 'auth.forbidden', 403)
  })
})

describe('the instances of a challenge', () => {
  it('end when it is disabled, each with an event of the reason; its test goes on', async () => {
    const { services, admin } = suite.domain
    const { game, id, teams, test, elsewhere } = await running()
    await services.challenges.update(admin, game.id, id, { title: 'Same' })
    expect(await endingOf(teams)).toEqual([null, null])
    await services.challenges.update(admin, game.id, id, { isEnabled: false })
    expect(await endingOf([...teams, test, elsewhere])).toEqual([
      'challenge_disabled',
      'challenge_disabled',
      null,
      null
    ])
    expect(await destroyed(game)).toEqual(
      game.teams.map(({ participationId }) => ({
        values: [String(id), 'Same', 'challenge_disabled'],
        team: participationId
      }))
    )
    const [event] = await rows(
      `SELECT event, reason, actor_id AS actor FROM instance_events WHERE instance_id = $1 ORDER BY id DESC LIMIT 1`,
      teams[0]
    )
    expect(event).toEqual({ event: 'stopping', reason: 'challenge_disabled', actor: admin.actor!.id })
    await services.challenges.update(admin, game.id, id, { isEnabled: false })
    expect(await destroyed(game)).toHaveLength(2)
  })

  it('end when its last flag is removed, which disables it', async () => {
    const { services, admin } = suite.domain
    const { game, id, teams } = await running()
    const { flags } = await services.challenges.editOne(admin, game.id, id)
    await services.challenges.removeFlag(admin, game.id, id, flags[0]!.id)
    expect(await endingOf(teams)).toEqual(['challenge_disabled', 'challenge_disabled'])
    expect(await destroyed(game)).toHaveLength(2)
  })

  it('end when it is deleted, with the test; the rows stay until the engine has removed them', async () => {
    const { services, admin } = suite.domain
    const { game, id, teams, test, elsewhere } = await running()
    await services.challenges.remove(admin, game.id, id)
    expect(await endingOf([...teams, test, elsewhere])).toEqual([
      'challenge_deleted',
      'challenge_deleted',
      'challenge_deleted',
      null
    ])
    const [event] = await destroyed(game)
    expect(event!.values).toEqual([String(id), game.challenges[0]!.title, 'challenge_deleted'])
    expect(await rows('SELECT challenge_id AS id FROM instances WHERE id = $1', test)).toEqual([{ id: null }])
  })

  it('include its test, which is the container of the contract', async () => {
    const { services, admin } = suite.domain
    const { game, id, test } = await running()
    const shown = async () => (await services.challenges.editOne(admin, game.id, id)).testContainer
    expect(await shown()).toMatchObject({ status: 'Running', entry: '198.51.100.7:20417' })
    await rows(
      `UPDATE instances SET state = 'starting', ready_at = NULL, expires_at = NULL WHERE id = $1`,
      test
    )
    expect(await shown()).toMatchObject({ status: 'Pending', entry: '' })
    await rows(`UPDATE instances SET desired = 'down' WHERE id = $1`, test)
    expect(await shown()).toBeNull()
  })
})

describe('an archive', () => {
  const kept = archiveFolder()
  afterAll(() => kept.remove())
  const bring = async (content: Buffer) => {
    const { services, admin } = suite.domain
    const origin = { path: kept.write(content), name: 'Cup.zip' }
    const { gameId, challenges } = await services.transfer.import(admin, origin, importOptions.parse({}))
    const made = (await services.challenges.editList(admin, gameId!)).map(({ id }) =>
      services.challenges.editOne(admin, gameId!, id)
    )
    return { report: challenges, made: await Promise.all(made) }
  }
  const written = (challenges: object[]) => {
    const game = { title: 'Cup', start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00Z' }
    const type = 'DynamicContainer'
    const all = challenges.map((one, place) => ({ title: `Dock ${place}`, category: 'Web', type, ...one }))
    return zipOf({
      'game.json': JSON.stringify({ format: 'halyard-game', version: 1, game, challenges: all })
    })
  }

  it('carries the options of containers', async () => {
    const { services, admin } = suite.domain
    const { gameId, update } = await challenge()
    const options = containerOptions.parse({ readOnly: false, egress: 'internet', capabilities: ['KILL'] })
    await update({ containerOptions: options, containerImage: 'arch:1', isEnabled: true })
    const { content } = await services.transfer.export(admin, gameId, { posts: false })
    const zip = await buffer(content)
    await rows(`DELETE FROM images WHERE reference = 'arch:1'`)
    const { made, report } = await bring(zip)
    expect(made).toMatchObject([{ containerOptions: options, containerImage: 'arch:1', isEnabled: true }])
    expect(report).toMatchObject([{ enabled: true }])
    expect(await images('arch:1')).toEqual([{ state: 'wanted' }])
  })

  it('of an older version gives the defaults', async () => {
    const { made } = await bring(await written([{ containerImage: 'old:1' }, { containerOptions: null }]))
    expect(made.map((one) => one.containerOptions)).toEqual([
      containerOptions.parse({}),
      containerOptions.parse({})
    ])
  })

  it('enables no container without an image, and reports that', async () => {
    const { made, report } = await bring(
      await written([{ isEnabled: true }, { isEnabled: true, containerImage: 'x:1' }])
    )
    expect(made.map(({ isEnabled }) => isEnabled)).toEqual([false, true])
    expect(report.map(({ enabled }) => enabled)).toEqual([false, true])
  })

  it('with contradicting options is refused', async () => {
    const wrong = await written([{ containerImage: 'x:1', containerOptions: { egress: 'hosts' } }])
    await refused(bring(wrong), 'archive.bad_game', 400)
  })
})
