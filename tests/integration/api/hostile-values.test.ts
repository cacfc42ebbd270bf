import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Contract } from '../../support/api/contract'
import { send } from '../../support/files/files'
import { type OpenGame, Organiser, type Player } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let organiser: Organiser
let game: OpenGame
let player: Player
let gamePath: string
let challengePath: string

beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  game = await organiser.game()
  player = await organiser.player(game)
  gamePath = `/api/edit/games/${game.id}`
  challengePath = `${gamePath}/challenges/${game.challenges[0]!.id}`
})
afterAll(() => platform.close())

/** Sends raw JSON, because no JSON.stringify writes a number such as `1e999`. */
const sendRaw = async (method: string, path: string, body: string) => {
  const answer = await fetch(platform.url + path, {
    method,
    headers: { 'Content-Type': 'application/json', Cookie: organiser.client.cookie },
    body
  })
  return { status: answer.status, body: (await answer.json().catch(() => null)) as { field?: string } | null }
}

describe('numbers below zero, beyond bounds and beyond numbers', () => {
  /** Wrong for every field: as JSON, also in words. */
  const NEVER = [
    '-2147483649',
    '1e21',
    '-1e308',
    '1e999',
    '-1e999',
    `"${'9'.repeat(400)}"`,
    '"NaN"',
    '"0x10"'
  ]
  const WHOLE = [...NEVER, '2147483648', '0.5', '"1e3"']
  const HUGE = '2147483648'

  it.each([
    ['game', 'teamMemberCountLimit', [...WHOLE, '-1']],
    ['game', 'containerCountLimit', [...WHOLE, '-1']],
    ['game', 'bloodBonus', [...NEVER, '-1', '0.5']],
    ['challenge', 'originalScore', [...WHOLE, '-1', '1000001']],
    ['challenge', 'minScoreRate', [...NEVER, '-0.01', '1.01', HUGE]],
    ['challenge', 'difficulty', [...NEVER, '-1', '0', HUGE]],
    ['challenge', 'memoryLimit', [...WHOLE, '-1', '0']],
    ['challenge', 'storageLimit', [...WHOLE, '-1', '0']],
    ['challenge', 'cpuCount', [...WHOLE, '-1', '0']],
    ['challenge', 'containerExposePort', [...WHOLE, '-1', '0', '65536']]
  ] as const)('of a %s, like %s, are refused by name, and nothing changes', async (kind, field, values) => {
    const path = kind === 'game' ? gamePath : challengePath
    const before = await organiser.client.ok('GET', path)
    for (const value of values)
      expect(await sendRaw('PUT', path, `{"${field}":${value}}`), value).toMatchObject({
        status: 400,
        body: { field }
      })
    expect(await organiser.client.ok('GET', path)).toEqual(before)
  })

  it.each(['defaultLifetime', 'extensionDuration', 'renewalWindow', 'captureRetention'])(
    'of the settings, like %s, are refused by name, and nothing changes',
    async (field) => {
      const before = await organiser.client.ok('GET', '/api/admin/config')
      for (const value of [...WHOLE, '-1'])
        expect(
          await sendRaw('PUT', '/api/admin/config', `{"containerPolicy":{"${field}":${value}}}`),
          value
        ).toMatchObject({ status: 400, body: { field: `containerPolicy.${field}` } })
      expect(await organiser.client.ok('GET', '/api/admin/config')).toEqual(before)
    }
  )

  it('as points of an award are refused, and no score moves', async () => {
    for (const points of [...WHOLE, '1000001', '-1000001', '0'])
      expect(
        (
          await sendRaw(
            'POST',
            `${gamePath}/corrections/preview`,
            `{"kind":"award","participationIds":[1],"points":${points}}`
          )
        ).status,
        points
      ).toBe(400)
    const { data } = await organiser.client.ok<{ data: unknown[] }>('GET', `${gamePath}/corrections`)
    expect(data).toEqual([])
  })

  it('as a position in a list or an id get a reply, never a fault', async () => {
    const reads = (await Contract.of(organiser.client)).operations.filter(
      ({ method, id }) => method === 'GET' && !id.startsWith('proxy')
    )
    const values = ['-1', '2147483648', '99999999999999999999', '1e308']
    for (const { path } of reads)
      await Promise.all(
        values.map(async (value, place) => {
          // Either the id is hostile or the query is.
          const address = path.replace(/{(\w+)}/g, (_, name) =>
            place % 2 ? String(name === 'id' ? game.id : 1) : value
          )
          const query = `count=${value}&skip=${value}&page=${value}&n=${value}`
          const { status } = await organiser.client.call('GET', `${address}?${query}`)
          expect([200, 204, 400, 403, 404, 409], `${address}?${query} ${status}`).toContain(status)
        })
      )
  })
})

describe('an attachment at another address', () => {
  it('is a link for players: the platform does not load it, and only http and https are accepted', async () => {
    const asked: string[] = []
    const inside = createServer((req, res) => {
      asked.push(req.url ?? '')
      res.end('secret of the inside')
    }).listen(0, '127.0.0.1')
    await once(inside, 'listening')
    try {
      const remoteUrl = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/latest/meta-data`
      const attach = (url: string) =>
        organiser.client.call<{ field?: string }>('POST', `${challengePath}/attachment`, {
          attachmentType: 'Remote',
          remoteUrl: url
        })
      for (const url of [
        ...['file:///etc/passwd', 'gopher://127.0.0.1:6379/_FLUSHALL', 'javascript:alert(1)', 'data:,x'],
        ...['//127.0.0.1/x', '/assets/x', 'ftp://127.0.0.1/x', 'http://', 'http://[::1', '']
      ])
        expect(await attach(url), url).toMatchObject({ status: 400, body: { field: 'remoteUrl' } })
      expect((await attach(remoteUrl)).status).toBe(200)
      const { context } = await player.client.ok<{ context: { url: string; fileSize: number | null } }>(
        'GET',
        `/api/game/${game.id}/challenges/${game.challenges[0]!.id}`
      )
      expect(context).toMatchObject({ url: remoteUrl, fileSize: null })
      const page = await fetch(`${platform.url}/games/${game.id}/challenges?c=${game.challenges[0]!.id}`, {
        headers: { Cookie: player.client.cookie }
      })
      expect(await page.text()).toContain(remoteUrl)
      const exported = await fetch(`${platform.url}${gamePath}/export`, {
        headers: { Cookie: organiser.client.cookie }
      })
      expect([exported.status, (await exported.arrayBuffer()).byteLength > 0]).toEqual([200, true])
      expect(asked).toEqual([])
    } finally {
      inside.close()
    }
  })
})

describe('an SVG with a script', () => {
  const script = "document.title = 'taken over'"
  const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`

  it('is a download, whatever its name and type claim', async () => {
    const files = ['a.svg', 'a.svgz', 'a.png', 'a.html', 'a.xml', 'a.xhtml', 'a.pdf', 'a']
    const uploaded = await send<{ hash: string }[]>(
      organiser.client,
      'POST',
      '/api/assets',
      files.map((name) => ({ field: 'files', name, type: 'image/svg+xml', content: svg }))
    )
    expect(uploaded.status).toBe(200)
    const { hash } = uploaded.body[0]!
    const attachment = { attachmentType: 'Local', fileHash: hash }
    await organiser.client.ok('POST', `${challengePath}/attachment`, attachment)
    for (const name of files) {
      const answer = await fetch(`${platform.url}/assets/${hash}/${name}`, {
        headers: { Cookie: player.client.cookie, Accept: 'image/svg+xml,image/*' }
      })
      expect([answer.status, await answer.text()], name).toEqual([200, svg])
      const { headers } = answer
      expect(headers.get('content-type'), name).not.toMatch(/svg|xml|html|^image\//)
      expect(headers.get('content-disposition'), name).toMatch(/^attachment;/)
      expect(headers.get('content-security-policy'), name).toBe("default-src 'none'; sandbox")
      expect(headers.get('x-content-type-options'), name).toBe('nosniff')
    }
  })

  it('is refused as a picture of a team, a game or the platform', async () => {
    for (const path of [
      `/api/team/${player.team.id}/avatar`,
      `${gamePath}/poster`,
      '/api/admin/config/logo',
      '/api/account/avatar'
    ]) {
      const caller = path.includes('/team/') || path.includes('/account/') ? player.client : organiser.client
      const method = path.includes('config') ? 'POST' : 'PUT'
      for (const type of ['image/svg+xml', 'image/png'])
        expect(
          (await send(caller, method, path, [{ name: 'a.svg', type, content: svg }])).status,
          `${path} ${type}`
        ).toBe(400)
    }
  })
})
