import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestInstance } from '~/app/request/test-instance'
import type { ImageView } from '~/server/engines/contract'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { addEngine } from '../../support/instances/instance-rows'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let admin: Client
let path: string

const sql = (text: string, ...values: unknown[]) => platform.stores.db.pool.query(text, values)

beforeAll(async () => {
  platform = await startPlatform()
  admin = new Client(platform.url)
  await admin.login(ADMIN.userName, ADMIN.password)
  const times = { start: new Date().toISOString(), end: new Date(Date.now() + HOUR_MS).toISOString() }
  const game = await admin.ok<{ id: number }>('POST', '/api/edit/games', { title: 'Dock', ...times })
  const list = `/api/edit/games/${game.id}/challenges`
  const type = 'DynamicContainer'
  const { id } = await admin.ok<{ id: number }>('POST', list, { title: 'Pilot', category: 'Web', type })
  path = `${list}/${id}`
})
afterAll(() => platform.close())

it('a test container is refused without image and engine, starts, is watched, and stops', async () => {
  const titles = [
    'This challenge has no image or port yet.',
    'No container engine is set up yet. The organisers need to add one.'
  ]
  expect(await admin.call('POST', `${path}/container`)).toMatchObject({
    status: 400,
    body: { title: titles[0] }
  })
  await admin.ok('PUT', path, { containerImage: 'pilot:1' })
  expect(await admin.call('POST', `${path}/container`)).toMatchObject({
    status: 400,
    body: { title: titles[1] }
  })
  expect(await admin.ok('GET', `${path}/container`)).toBeNull()

  await addEngine(platform.stores.db)
  const started = admin.ok<object>('POST', `${path}/container`)
  await expect
    .poll(async () => (await sql('SELECT state FROM instances')).rows)
    .toEqual([{ state: 'queued' }])
  const queued = await admin.ok<TestInstance>('GET', `${path}/container`)
  expect(queued).toMatchObject({ state: 'queued', image: 'pilot:1', port: 80, entry: null, ending: false })
  expect(queued.steps.map(({ state }) => state)).toEqual(['now', 'open', 'open', 'open'])
  await sql(
    `WITH e AS (UPDATE instance_endpoints SET entry = '198.51.100.7:20417')
     UPDATE instances SET state = 'ready', started_at = now(), ready_at = now(),
       expires_at = now() + interval '2 hours'`
  )
  expect(await started).toMatchObject({ status: 'Running', entry: '198.51.100.7:20417' })
  expect(await admin.ok('GET', `${path}/container`)).toMatchObject({
    state: 'ready',
    entry: '198.51.100.7:20417'
  })
  expect(await admin.ok('GET', path)).toMatchObject({ testContainer: { status: 'Running' } })

  const stopped = admin.call('DELETE', `${path}/container`)
  await expect
    .poll(async () => (await sql('SELECT desired FROM instances')).rows)
    .toEqual([{ desired: 'down' }])
  await sql(`UPDATE instances SET state = 'ended', ended_at = now()`)
  expect(await stopped).toMatchObject({ status: 200, body: '' })
  expect(await admin.call('DELETE', `${path}/container`)).toMatchObject({ status: 200, body: '' })
  expect(await admin.ok('GET', `${path}/container`)).toMatchObject({
    state: 'ended',
    reason: 'admin',
    entry: null
  })
  expect(await admin.ok('GET', path)).toMatchObject({ testContainer: null })
})

it('an image has its progress on every engine, and is pulled again on request', async () => {
  await admin.ok('PUT', path, { containerImage: '' })
  expect(await admin.ok('GET', `${path}/image`)).toEqual([])
  expect(await admin.call('POST', `${path}/image/pull`)).toMatchObject({ status: 400 })
  await admin.ok('PUT', path, { containerImage: 'pilot:2' })
  const image = () => admin.ok<ImageView[]>('GET', `${path}/image`)
  expect(await image()).toMatchObject([{ reference: 'pilot:2', state: 'wanted', error: null }])
  await sql(
    `UPDATE images SET state = 'failed', error_code = 'auth_failed', error_text = 'no credentials', next_at = NULL
     WHERE reference = 'pilot:2'`
  )
  expect(await image()).toMatchObject([
    { state: 'failed', error: 'auth_failed', errorText: 'no credentials' }
  ])
  expect(await admin.call('POST', `${path}/image/pull`)).toMatchObject({ status: 200, body: '' })
  expect(await image()).toMatchObject([{ state: 'wanted' }])
})
