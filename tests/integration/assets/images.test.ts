import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../../support/client'
import { picture, send } from '../../support/files'
import { tag } from '../../support/organiser'
import { type Platform, startPlatform } from '../../support/platform'

let platform: Platform
let user: Client

beforeAll(async () => {
  platform = await startPlatform(6)
  user = await registered()
})
afterAll(() => platform.close())

async function registered() {
  const client = new Client(platform.url)
  await client.register(`u${tag()}`)
  return client
}
const avatar = (client: Client, content: Buffer | string, name?: string) =>
  send<{ title: string } & string>(client, 'PUT', '/api/account/avatar', [{ content, name }])
const temporary = () => readdirSync(join(platform.data, 'files/temporary'))

describe('an avatar', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('of %s is made anew', async (format) => {
    const answer = await avatar(user, await picture(format))
    expect(answer.status).toBe(200)
    const ending = format === 'gif' ? 'gif' : 'webp'
    expect(answer.body).toMatch(new RegExp(`^/assets/[0-9a-f]{64}/avatar\\.${ending}$`))
    const { avatar: kept } = await user.ok<{ avatar: string }>('GET', '/api/account/profile')
    expect(`${kept}.${ending}`).toBe(answer.body)
    expect(temporary()).toEqual([])
  })
})
