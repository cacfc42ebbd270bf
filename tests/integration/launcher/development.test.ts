import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform({}, { development: true })
})
afterAll(() => platform?.close())

const textOf = async (path: string) => {
  const response = await fetch(new URL(path, platform.url))
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
}

describe('npm run dev', () => {
  it('renders a page whose script starts the runtime of Vite before entry.client', async () => {
    const { status, text } = await textOf('/account/Login')
    expect(status).toBe(200)
    const [, nonce, script = ''] =
      /<script type="module" nonce="([^"]+)">(import [^<]+)<\/script><\/head>/.exec(text) ?? []
    expect(nonce).toMatch(/.{16}/)
    const modules = [...script.matchAll(/import "([^"]+)"/g)].map(([, url = '']) => url)
    expect(modules).toHaveLength(2)
    expect(modules[1]).toMatch(/entry\.client/)
    for (const url of modules) expect(await textOf(url)).toMatchObject({ status: 200, type: /javascript/ })
  })

  it('renders a page from its template, as production does', async () => {
    const [first, second] = [await textOf('/'), await textOf('/')]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.text).toMatch(/<html lang="en-us"[^>]* data-now="\d{13}"/)
    expect(first.text).not.toMatch(/[\uE000\uE001]/)
  })

  it('sends the modules of islands', async () => {
    const { status, type, text } = await textOf('/app/islands/new-password/index.tsx')
    expect([status, type]).toEqual([200, expect.stringMatching(/javascript/)])
    expect(text).toContain('defineIsland')
  })

  it.each(['ahead of Remix', 'by Remix'])('answers calls %s', async (way) => {
    if (way === 'by Remix') await platform.restart('web', { API_AHEAD: 'off' })
    const client = new Client(platform.url)
    await client.login(ADMIN.userName, ADMIN.password)
    expect(await client.ok('GET', '/api/account/profile')).toMatchObject({ userName: ADMIN.userName })
    const unknown = await fetch(`${platform.url}/api/team/nobody`)
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ status: 404 })
  })
})
