import { createClient, HalyardError } from '@halyard/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zipOf } from '../../support/files/archives'
import { type OpenGame, Organiser, tag } from '../../support/games/organiser'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let organiser: Organiser
let game: OpenGame

beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  game = await organiser.game()
})
afterAll(() => platform?.close())

const tokenFor = async (scopes: string[]) => {
  const body = { name: `client ${tag()}`, scopes, days: 1, password: ADMIN.password }
  const { token } = await organiser.client.ok<{ token: string }>('POST', '/api/account/tokens', body)
  return token
}

const path = { id: 0 }
it('the client reads a board as a visitor, with the types of the document', async () => {
  const client = createClient({ url: platform.url })
  const { data } = await client.GET('/api/game/{id}/scoreboard', { params: { path: { id: game.id } } })
  const count: number | undefined = data?.challengeCount
  expect(count).toBe(1)
})

it('the client acts by its token, and throws what was refused with its code', async () => {
  const client = createClient({ url: platform.url, token: await tokenFor(['read']) })
  const { data: profile } = await client.GET('/api/account/profile')
  expect(profile?.userName).toBe(ADMIN.userName)
  const notice = { params: { path: { id: game.id } }, body: { content: 'Lunch is ready.' } }
  const refused = await client.POST('/api/edit/games/{id}/notices', notice).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(HalyardError)
  expect(refused).toMatchObject({ status: 403, code: 'token.scope' })

  const writer = createClient({
    url: platform.url,
    token: await tokenFor(['edit', 'read']),
    language: 'de-DE'
  })
  const { data: written } = await writer.POST('/api/edit/games/{id}/notices', notice)
  expect(written?.values).toEqual(['Lunch is ready.'])
  const missing = await writer.GET('/api/game/{id}', { params: { path } }).catch((error: unknown) => error)
  expect(missing).toMatchObject({
    status: 404,
    code: 'game.not_found',
    message: 'Diesen Wettbewerb gibt es nicht.'
  })
})

it('the client sends lists and objects of a query as the platform reads them', async () => {
  const client = createClient({ url: platform.url, token: await tokenFor(['edit', 'read']) })
  const { id } = await organiser.game({ challenges: [] })
  const zip = async (more: string) =>
    zipOf(
      Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          `all/${name}/challenge.yml`,
          `name: ${name}\nvalue: 100\nflags: [f]\ndescription: nc HOST\n${more}`
        ])
      )
    )
  const sending = async (more: string) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await zip(more))]), 'all.zip')
    return { body: {}, bodySerializer: () => form }
  }
  const { data: pushed } = await client.POST('/api/edit/games/{id}/challenges/push', {
    params: { path: { id }, query: { values: JSON.stringify({ HOST: 'ctf.example.org' }) } },
    ...(await sending(''))
  })
  expect(pushed?.created).toHaveLength(3)
  const list = await organiser.client.ok<{ id: number; title: string }[]>(
    'GET',
    `/api/edit/games/${id}/challenges`
  )
  const contentOf = async (challenge: number) =>
    (await organiser.client.ok<{ content: string }>('GET', `/api/edit/games/${id}/challenges/${challenge}`))
      .content
  expect(await contentOf(list[0]!.id)).toBe('nc ctf.example.org')
  const update = list.filter(({ title }) => title !== 'b').map((one) => one.id)
  const { data: imported } = await client.POST('/api/edit/games/import', {
    params: { query: { game: id, update } },
    ...(await sending('attempts: 3\n'))
  })
  expect(imported?.updates.map(({ challengeId }) => challengeId).sort()).toEqual(update.sort())
})

it('the client tells a failure of something else than the platform', async () => {
  const fetch = async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })
  const client = createClient({ url: platform.url, fetch })
  const failed = await client.GET('/api/config').catch((error: unknown) => error)
  expect(failed).toMatchObject({ status: 502, code: '', message: 'The platform answered 502' })
})
