import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { overflow, PHONE, type VisitorOptions } from '../../support/browser/browser'
import { tabTo } from '../../support/browser/keyboard'
import {
  fill,
  login,
  openSignUpSuite,
  PASSWORD,
  pressInMain,
  register,
  showsInMain
} from '../../support/browser/sign-up'
import { tag } from '../../support/games/organiser'

const FRESH = 'Another 1!'

const front = openSignUpSuite()

const SCRIPT_MODES: [string, VisitorOptions][] = [
  ['with script', {}],
  ['on a phone without script', { javaScript: false, size: PHONE, touch: true }]
]

describe.each(SCRIPT_MODES)('an account %s', (_, options) => {
  it('is made, confirmed by the button behind the link, and changed', async () => {
    const name = `n${tag()}`
    const address = `${name}@example.org`
    const { context, page, open, where, faults } = await front.visit(options)
    const fits = async () => expect(await overflow(page)).toEqual([])

    await open('/account/Register?from=/games')
    if (options.javaScript === false) {
      await register(page, name, 'something else')
      await showsInMain(page, 'The passwords do not match.')
      expect(await page.getByLabel('Username').inputValue()).toBe(name)
    }
    await register(page, name)
    await showsInMain(page, 'Registered. Confirm your email address.')
    expect(where()).toContain('/account/Login?registered=EmailConfirmationRequired')
    await fits()
    await login(page, name, PASSWORD)
    await showsInMain(page, 'Invalid username or password.')
    expect(await page.getByLabel('Username or email').inputValue()).toBe(name)

    const link = await front.reception.mailbox.linkTo(address, 'verify')
    // Mail scanners follow links.
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(front.reception.platform.url + link, { method })).status).toBe(200)
    await open(link)
    await showsInMain(page, `Confirm ${address} and log in with one click.`)
    await fits()
    await pressInMain(page, 'Confirm and log in')
    await showsInMain(page, 'Email address confirmed. You are logged in.')
    await open(link)
    await pressInMain(page, 'Confirm and log in')
    await showsInMain(page, 'It was already used')
    await page.getByRole('link', { name: 'Request a new link' }).waitFor()

    await open('/account/Profile')
    await fits()
    await pressInMain(page, 'Save')
    await showsInMain(page, 'No change detected.')
    await page.getByLabel('Phone').fill('none of yours')
    await page.getByLabel('Real name').fill('Mira Kessler')
    await pressInMain(page, 'Save')
    await showsInMain(page, 'Enter a valid phone number.')
    expect(await page.getByLabel('Real name').inputValue()).toBe('Mira Kessler')
    await page.getByLabel('Phone').fill('+49 381 555')
    await pressInMain(page, 'Save')
    await showsInMain(page, 'Profile saved.')
    expect(await page.getByLabel('Real name').inputValue()).toBe('Mira Kessler')

    await fill(page, 'New', `new.${address}`)
    const change = page.locator('form', { has: page.locator('input[name=newMail]') })
    await change.getByLabel('Password', { exact: true }).fill('not this one')
    await pressInMain(page, 'Send confirmation')
    await showsInMain(page, 'The current password is wrong.')
    await change.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await pressInMain(page, 'Send confirmation')
    await showsInMain(page, 'We sent an email to the new address.')
    expect(await page.getByLabel('Current', { exact: true }).inputValue()).toBe(address)
    await open(await front.reception.mailbox.linkTo(`new.${address}`, 'confirm'))
    await showsInMain(page, `Use new.${address} for your account from now on.`)
    await pressInMain(page, 'Use this address')
    await showsInMain(page, 'Email address changed.')
    expect(await page.getByLabel('Current', { exact: true }).inputValue()).toBe(`new.${address}`)
    expect(faults.filter((fault) => !/40[01]/.test(fault))).toEqual([])
    await context.close()
  })

  it('gets a picture', async () => {
    const { client } = await front.reception.member()
    const { context, page, open, faults } = await front.visit({ ...options, cookie: client.cookie })
    const pick = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel('Choose an image').setInputFiles({ name, mimeType, buffer })
    await open('/account/Profile')
    await pick('a.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await pressInMain(page, 'Upload')
    await showsInMain(page, 'The avatar could not be changed. Check the image’s format and size.')
    await pick('a.png', 'image/png', Buffer.alloc(3 * 1024 * 1024 + 1, 7))
    await pressInMain(page, 'Upload')
    await showsInMain(page, 'The file is too large.')
    const red = { width: 40, height: 20, channels: 3 as const, background: '#c81e32' }
    await pick('a.png', 'image/png', await sharp({ create: red }).png().toBuffer())
    await pressInMain(page, 'Upload')
    await showsInMain(page, 'Avatar updated.')
    const image = page.getByRole('main').locator('.avatar img')
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
    expect(await overflow(page)).toEqual([])
    expect(faults.filter((fault) => !/4(00|13)/.test(fault))).toEqual([])
    await context.close()
  })

  it('is recovered when the password is lost, which logs out every other device', async () => {
    const { name, address, client } = await front.reception.member()
    const { context, page, open, where } = await front.visit(options)
    await open('/account/Login')
    await page.getByRole('link', { name: 'Recover account' }).click()
    const words: (string | null)[] = []
    for (const one of [`nobody.${address}`, address]) {
      await open('/account/Recovery')
      await fill(page, 'Email', one)
      await pressInMain(page, 'Send link')
      words.push(await page.locator('main [role=status]').textContent())
      expect(where()).toBe('/account/Recovery?sent')
    }
    expect(words[0]).toBe(words[1])

    const link = await front.reception.mailbox.linkTo(address, 'reset')
    const answer = await fetch(front.reception.platform.url + link)
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await open(link)
    await showsInMain(page, `Choose a new password for ${address}.`)
    expect(await overflow(page)).toEqual([])
    await fill(page, 'Password', FRESH)
    await fill(page, 'Repeat password', FRESH)
    await pressInMain(page, 'Set password')
    await showsInMain(page, 'Password changed. Log in with the new one.')
    expect((await client.call('GET', '/api/account/profile')).status).toBe(401)
    expect(front.reception.mailbox.count(`nobody.${address}`)).toBe(0)
    await login(page, name, FRESH)
    await page.locator('summary.account').waitFor()
    await open(link)
    await fill(page, 'Password', PASSWORD)
    await fill(page, 'Repeat password', PASSWORD)
    await pressInMain(page, 'Set password')
    await showsInMain(page, 'It was already used')
    expect(
      (
        await new Client(front.reception.platform.url).call('POST', '/api/account/login', {
          userName: name,
          password: PASSWORD
        })
      ).status
    ).toBe(401)
    await context.close()
  })
})

it('the form works by keyboard alone: hints follow the typing, two different passwords are not sent', async () => {
  const { address } = await front.reception.member()
  const { page, open, where } = await front.visit()
  const { keyboard } = page
  await open('/account/Login')
  await tabTo(page, page.getByLabel('Username or email'))
  await keyboard.type(address)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type('not this one')
  await keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Invalid username or password.')
  await tabTo(page, page.getByRole('link', { name: 'Recover account' }))
  await keyboard.press('Enter')
  await page.waitForURL('**/account/Recovery')
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type(address)
  await keyboard.press('Enter')
  await showsInMain(page, 'Email sent')

  await open(await front.reception.mailbox.linkTo(address, 'reset'))
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type('Sea 1!')
  const met = () => page.locator('.pw-rules .ok').count()
  await expect.poll(met).toBe(5)
  await keyboard.press('Backspace')
  await expect.poll(met).toBe(3)
  await tabTo(page, page.getByLabel('Repeat password', { exact: true }))
  await keyboard.type('Sea 2')
  await tabTo(page, page.getByRole('button', { name: 'Set password' }))
  await showsInMain(page, 'The passwords do not match.')
  await keyboard.press('Enter')
  expect(where()).toContain('token=')
  await page.getByLabel('Password', { exact: true }).focus()
  await keyboard.press('Control+A')
  await keyboard.type(FRESH)
  await tabTo(page, page.getByLabel('Repeat password', { exact: true }))
  await keyboard.press('Control+A')
  await keyboard.type(FRESH)
  await keyboard.press('Enter')
  await showsInMain(page, 'Password changed. Log in with the new one.')
})

it('a press of the button is not lost to the message that a field shows when it is left', async () => {
  const { page, open } = await front.visit()
  await open('/account/Register')
  await page.getByLabel('Username').fill('lost-click')
  await page.getByLabel('Email').fill('lost-click@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a pass phrase')
  const repeat = page.getByLabel('Repeat password', { exact: true })
  await repeat.fill('another phrase')
  const button = (await page.getByRole('main').getByRole('button', { name: 'Register' }).boundingBox())!
  // Near its upper edge, where a message above would push it away.
  await page.mouse.move(button.x + 20, button.y + 3)
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => repeat.evaluate((field) => field === document.activeElement)).toBe(true)
})
