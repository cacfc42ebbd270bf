import { expect, it } from 'vitest'
import { createAuthenticator } from '../../../support/accounts/authenticator'
import { Client, CookieClient } from '../../../support/api/client'
import type { ContractSuite } from '../../../support/api/contract-suite'
import { picture } from '../../../support/files/files'
import { tag } from '../../../support/games/organiser'

/** What visitors and accounts call. */
export function accounts(suite: ContractSuite): void {
  it('visitors get answers as documented', async () => {
    const { drive, visitor, game } = suite
    await drive(visitor, 'infoGetClientConfig')
    await drive(visitor, 'infoGetClientCaptchaInfo')
    await drive(visitor, 'systemFavicon', { download: 'image/webp' })
    const [post] = await drive<{ id: string }[]>(visitor, 'infoGetPosts')
    await drive(visitor, 'infoGetLatestPosts')
    await drive(visitor, 'infoGetPost', { params: { id: post!.id } })
    await drive(visitor, 'gameGamesAll')
    await drive(visitor, 'gameGames', { params: { id: game.id } })
  })

  it('accounts get answers as documented', async () => {
    const { drive, game, platform } = suite
    const client = new Client(platform.url)
    const userName = `c${tag()}`
    const password = 'a pass word'
    const registered = await drive<{ data: string }>(client, 'accountRegister', {
      body: { userName, password, email: `${userName}@example.org` }
    })
    expect(registered.data).toBe('LoggedIn')
    const token = await drive<{ id: string }>(client, 'accountCreateToken', {
      body: { name: 'CI', scopes: ['read'], game: game.id, days: 1, password }
    })
    await drive(client, 'accountTokens')
    // The keys of the example in RFC 8291.
    const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
    const keys = { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
    const endpoint = 'https://push.example.org/one'
    const device = await drive<{ id: string }>(client, 'accountAddPush', { body: { endpoint, keys } })
    await drive(client, 'accountPush')
    await drive(client, 'accountRemovePush', { params: { id: device.id } })
    await drive(client, 'accountRevokeToken', { params: { id: token.id } })
    await drive(client, 'accountLogOut')
    await drive(client, 'accountLogIn', { body: { userName, password } })
    await drive(client, 'accountAvatar', { file: await picture() })
    const profile = await drive<{ avatar: string }>(client, 'accountProfile')
    expect(profile.avatar).toMatch(/^\/assets\/[\da-f]{64}\/avatar/)
    await drive(client, 'accountUpdate', { body: { userName: `${userName}x`, bio: 'sails', phone: null } })
    await drive(client, 'accountChangePassword', { body: { old: password, new: 'another pass' } })
  })

  it('accounts with a passkey get answers as documented', async () => {
    const { drive, platform } = suite
    const client = new CookieClient(platform.url)
    const userName = `k${tag()}`
    await client.register(userName)
    const device = createAuthenticator(`http://localhost:${new URL(platform.url).port}`)
    const ask = (purpose: string) =>
      drive<{ options: object }>(client, 'accountPasskeyOptions', { body: { purpose } })
    const credential = device.create((await ask('add')).options)
    const { codes } = await drive<{ codes: string[] }>(client, 'accountAddPasskey', {
      body: { name: 'Laptop', credential }
    })
    await drive(client, 'accountUsePasskey', { body: device.get((await ask('confirm')).options) })
    await drive(client, 'accountLogOut')
    expect(
      (await client.call('POST', '/api/account/login', { userName, password: 'a pass word' })).status
    ).toBe(401)
    await drive(client, 'accountFinishLogin', { body: { code: codes[0] } })
  })

  it('accounts confirmed by mail get answers as documented', async () => {
    const { drive, visitor, platform, policy, linkTo } = suite
    await policy({ activeOnRegister: false, emailConfirmationRequired: true })
    const client = new Client(platform.url)
    const [userName, password] = [`m${tag()}`, 'a pass word']
    const [email, newMail] = [`${userName}@example.org`, `new${userName}@example.org`]
    const register = (body: object) => client.ok<{ data: string }>('POST', '/api/account/register', body)
    // Until the new policy has arrived, accounts are active at once.
    const trial = () => register({ userName: `t${tag()}`, password, email: `${tag()}@example.org` })
    await expect.poll(async () => (await trial()).data).toBe('EmailConfirmationRequired')
    await register({ userName, password, email })
    await drive(client, 'accountVerify', { body: await linkTo(email, 'verify') })
    await drive(client, 'accountChangeEmail', { body: { newMail } })
    await drive(client, 'accountMailChangeConfirm', { body: await linkTo(newMail, 'confirm') })
    await drive(visitor, 'accountRecovery', { body: { email: newMail } })
    const { token: rToken, email: to } = await linkTo(newMail, 'reset')
    await drive(visitor, 'accountPasswordReset', { body: { rToken, email: to, password: 'a third word' } })
    await new Client(platform.url).login(userName, 'a third word')
    await policy({})
    await expect.poll(async () => (await trial()).data).toBe('LoggedIn')
  })
}
