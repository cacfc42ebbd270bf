import { describe, expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring/rules'
import { HOUR_MS } from '~/server/platform/time'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import type { Player } from '../../support/games/organiser'

const stage = openBrowserSuite()

const as = (player?: Player) => stage.visit({ cookie: player?.client.cookie })

describe('pages that are not for everybody', () => {
  it('are The Nowhere for those who may not see them, and for paths that do not exist', async () => {
    const visitor = await as()
    for (const path of [
      '/no/such/page',
      '/games/999999',
      '/games/abc',
      '/posts/nothing',
      '/games/0/Scoreboard'
    ]) {
      expect([path, await visitor.open(path)]).toEqual([path, 404])
      await visitor.page.getByRole('heading', { name: 'The Nowhere' }).waitFor()
      expect(await visitor.page.title()).toMatch(/^The Nowhere - /)
    }
    const player = await as(await stage.organiser.player())
    expect(await player.open('/admin/games')).toBe(404)
  })

  it('are found however their path is written', async () => {
    const game = await stage.organiser.game()
    const { page, open } = await as()
    for (const path of ['/ABOUT', '/account/login', `/Games/${game.id}/scoreboard`, '/POSTS'])
      expect([path, await open(path)]).toEqual([path, 200])
    expect(await page.getByRole('link', { name: 'Posts', exact: true }).getAttribute('aria-current')).toBe(
      'page'
    )
  })

  it('send visitors to the login page and back to where they were going', async () => {
    const player = await stage.organiser.player()
    const { page, open, where } = await as()
    await open('/Teams?invite=a%3A1%3Ab#top')
    expect(where()).toBe('/account/Login?from=%2FTeams%3Finvite%3Da%253A1%253Ab')
    await page.getByLabel('Username or email').fill(player.name)
    await page.getByLabel('Password', { exact: true }).fill('wrong pass word')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Username or email').inputValue()).toBe(player.name)
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Password', { exact: true }).fill('a pass word')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor()
    expect(where()).toBe('/Teams?invite=a%3A1%3Ab')
  })

  it('never send anybody to another site', async () => {
    const player = await stage.organiser.player()
    const { page, open, where, context } = await as()
    const targets = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/%09//evil.example/..',
      '/.//evil.example',
      'javascript:alert(1)',
      '/account/Logout'
    ]
    for (const target of targets) {
      await context.clearCookies({ name: 'halyard_session' })
      await open(`/account/Login?from=${encodeURIComponent(target)}`)
      await page.getByLabel('Username or email').fill(player.name)
      await page.getByLabel('Password', { exact: true }).fill('a pass word')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.locator('summary.account').waitFor()
      expect([target, new URL(page.url()).origin]).toEqual([target, stage.platform.url])
      await open(`/account/Login?from=${encodeURIComponent(target)}`)
      expect([target, new URL(page.url()).origin]).toEqual([target, stage.platform.url])
      const form = { scheme: 'dark', language: 'en-US', from: target }
      for (const path of ['/theme', '/language', '/clear-cache']) {
        const answer = await page.request.post(path, { form, maxRedirects: 0 })
        const { location } = answer.headers()
        expect([path, target, new URL(location!, stage.platform.url).origin]).toEqual([
          path,
          target,
          stage.platform.url
        ])
      }
    }
    expect(where()).not.toContain('evil')
  })
})

describe('a game', () => {
  it('is visible to its players and staff alone while it is hidden', async () => {
    const game = await stage.organiser.game()
    const inside = await stage.organiser.player(game)
    await stage.organiser.change(game, { hidden: true })
    const paths = ['', '/Scoreboard', '/Challenges'].map((rest) => `/games/${game.id}${rest}`)

    const outsider = await as(await stage.organiser.player())
    for (const path of paths) expect([path, await outsider.open(path)]).toEqual([path, 404])
    const visitor = await as()
    for (const path of paths.slice(0, 2)) expect([path, await visitor.open(path)]).toEqual([path, 404])
    for (const { page, open } of [visitor, outsider])
      for (const path of ['/', '/games']) {
        await open(path)
        expect(await page.getByText(game.title).count()).toBe(0)
      }

    const player = await as(inside)
    for (const path of paths) expect([path, await player.open(path)]).toEqual([path, 200])
    const staff = await stage.visit({ cookie: stage.organiser.client.cookie })
    expect(await staff.open(paths[0]!)).toBe(200)
  })

  it('shows a countdown before its start, and opens by itself when it begins', async () => {
    const game = await stage.organiser.game({
      startsIn: HOUR_MS,
      endsIn: 2 * HOUR_MS,
      challenges: [{ title: 'Alpha' }]
    })
    const player = await stage.organiser.player(game)
    const { page, open, where, faults } = await as(player)
    await open(`/games/${game.id}/Challenges`)
    expect(where()).toBe(`/games/${game.id}`)
    await page.locator('.banner').getByText('The game has not started yet.').waitFor()
    expect(await page.getByRole('link', { name: 'Go to challenges' }).count()).toBe(0)
    await open(`/games/${game.id}/Scoreboard`)
    // The teams in order of sign-up, and what the game's page shows without the lock.
    await page.getByRole('heading', { name: '1 team is in' }).waitFor()
    expect(await page.locator('.lineup li').allTextContents()).toEqual([
      `1${player.team.name}1 player · your team`
    ])
    expect(await page.content()).not.toContain('Alpha')
    await page.getByRole('link', { name: 'Challenges The game has not started yet.' }).click()
    await page.locator('.banner').getByText('The game has not started yet.').waitFor()
    expect(where()).toBe(`/games/${game.id}`)

    await stage.organiser.change(game, { startsIn: 2500 })
    await open(`/games/${game.id}`)
    await page.getByRole('link', { name: 'Go to challenges' }).click()
    await page.getByRole('link', { name: 'Alpha' }).waitFor()
    expect(faults).toEqual([])
  })

  it('counts down right also on a page out of the browser’s cache', async () => {
    const game = await stage.organiser.game({ startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
    const { page, open } = await stage.visit()
    const clock = () =>
      page.evaluate(() => ({
        made: document.documentElement.dataset.now,
        ahead: document.documentElement.dataset.ahead
      }))
    await open(`/games/${game.id}`)
    const first = await clock()
    await open('/About')
    const second = await clock()
    await page.goBack()
    const { made, ahead } = await clock()
    expect(made).toBe(first.made)
    expect(ahead).toBe(second.ahead)
    expect(Math.abs(Number(ahead))).toBeLessThan(1000)
  })

  it('is closed to players and newcomers after its end, and keeps its board', async () => {
    const game = await stage.organiser.game({ practiceMode: false })
    const player = await stage.organiser.player(game)
    await stage.organiser.change(game, { startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS })
    const { page, open, where, faults } = await as(player)
    await open(`/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`)
    expect(where()).toBe(`/games/${game.id}`)
    await page.getByText('The game has ended. Its challenges are closed.').waitFor()
    await open(`/games/${game.id}/Scoreboard`)
    await page.getByRole('row', { name: player.team.name }).first().waitFor()
    expect(faults).toEqual([])

    const late = await as(await stage.organiser.player())
    await late.open(`/games/${game.id}`)
    await late.page.getByText('The game has ended. Sign-up is closed.').waitFor()
    expect(await late.page.getByRole('button', { name: 'Sign up' }).count()).toBe(0)
  })

  it.each([true, false])('judges flags in practice, and scores nothing (script: %s)', async (javaScript) => {
    const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }] })
    const player = await stage.organiser.player(game)
    await stage.organiser.change(game, { startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS })
    const late = await stage.organiser.player(game)
    for (const { client } of [player, late]) {
      const { page, open, faults } = await stage.visit({ cookie: client.cookie, javaScript })
      await open(`/games/${game.id}/Challenges`)
      await page.getByRole('link', { name: 'Alpha' }).click()
      await page.getByText('The game has ended. You can still check flags, but nothing is scored.').waitFor()
      const field = page.getByRole('textbox', { name: 'Flag' })
      await field.fill('flag{no}')
      await page.getByRole('button', { name: 'Submit flag' }).click()
      await page.getByText('Wrong flag.').waitFor()
      await field.fill(game.challenges[0]!.flag)
      await page.getByRole('button', { name: 'Submit flag' }).click()
      await page.getByText('Correct. Practice solves are not scored.').waitFor()
      expect(faults).toEqual([])
    }
    const board = await player.client.ok<Scoreboard>('GET', `/api/game/${game.id}/scoreboard`)
    expect(board.items.filter(({ score, solvedCount }) => score > 0 || solvedCount > 0)).toEqual([])
  })

  it('sends a team away from its challenges when it is suspended, and keeps it out', async () => {
    const game = await stage.organiser.game()
    const player = await stage.organiser.player(game)
    const { page, open, where } = await as(player)
    await open(`/games/${game.id}/Challenges`)
    await page.getByText('Live', { exact: true }).waitFor()
    const [{ id }] = await stage.organiser.client.ok<[{ id: number }]>(
      'GET',
      `/api/game/${game.id}/participations`
    )
    await stage.organiser.client.ok('PUT', `/api/admin/participation/${id}/Suspended`)
    await expect.poll(where, { timeout: 10_000 }).toBe(`/games/${game.id}`)
    await page
      .locator('.banner')
      .getByText('Your registration is not accepted, so you cannot see the challenges.')
      .waitFor()
    await page.getByText('Your team cannot play and is off the scoreboard.').waitFor()
    await open(`/games/${game.id}/Challenges`)
    expect(where()).toBe(`/games/${game.id}`)
    await open(`/games/${game.id}/Scoreboard`)
    await page.getByText('No teams yet').waitFor()
  })

  it('shows the state of a registration at each step, without script', async () => {
    const game = await stage.organiser.game({
      acceptWithoutReview: false,
      organizations: ['Open', 'Students'],
      teamMemberCountLimit: 3
    })
    const smaller = await stage.organiser.game({ teamMemberCountLimit: 2 })
    const player = await stage.organiser.player()
    const mates = [await stage.organiser.player(), await stage.organiser.player()]
    const code = await player.client.ok<string>('GET', `/api/team/${player.team.id}/invite`)
    for (const { client } of mates) await client.ok('POST', '/api/team/accept', code)
    const staff = await stage.visit({ cookie: stage.organiser.client.cookie, javaScript: false })
    const review = (query: string) => staff.open(`/admin/games/${game.id}/Review${query}`)
    const decide = async (label: string, confirm: string) => {
      await staff.page.getByRole('button', { name: label }).click()
      await staff.page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
    }
    const own = await stage.visit({ cookie: player.client.cookie, javaScript: false })
    const showsText = async (text: string) => {
      await own.open(`/games/${game.id}`)
      await own.page.getByText(text).waitFor()
    }

    await showsText('Any member can sign the team up, not only the captain.')
    await own.page.getByLabel('Division').selectOption('Open')
    await own.page.getByRole('button', { name: 'Sign up' }).click()
    await own.page.getByText('You are signed up. An organiser will review your team.').waitFor()
    await review('?status=Pending&division=Open')
    await decide(`Reject: ${player.team.name}`, 'Reject')
    await showsText('Your registration was rejected.')
    await own.page.getByRole('button', { name: 'Sign up again' }).click()
    await own.page.getByText(`${player.team.name}, Open`).waitFor()

    await review(`?q=${encodeURIComponent(player.name)}`)
    await staff.page.locator('.review-row summary').click()
    await staff.page.getByLabel('Division', { exact: true }).last().selectOption('Students')
    await staff.page.getByRole('button', { name: 'Change division' }).click()
    await staff.page.getByText('Division changed.').waitFor()
    await review('?division=Open')
    expect(await staff.page.getByRole('button', { name: 'Accept 1 pending' }).count()).toBe(0)
    await review('?division=Students')
    await decide('Accept 1 pending', 'Accept')
    await staff.page.getByText('1 team accepted.').waitFor()
    await showsText(`${player.team.name}, Students`)

    const mate = await stage.visit({ cookie: mates[0]!.client.cookie, javaScript: false })
    await mate.open(`/games/${game.id}`)
    await mate.page.getByLabel('Team').selectOption({ label: `${player.team.name} (1 player signed up)` })
    await mate.page.getByRole('button', { name: 'Sign up' }).click()
    await mate.page.getByText('You are in. Good luck!').waitFor()
    await mate.page.getByText(`Signed up: ${player.name}, ${mates[0]!.name}`).waitFor()
    await mate.open(`/games/${smaller.id}`)
    const large = mate.page.getByRole('option', { name: `${player.team.name} (too large)` })
    expect(await large.isDisabled()).toBe(true)
    expect([...own.faults, ...staff.faults, ...mate.faults]).toEqual([])
  })

  it('shows what a registration needs, and puts faults at their fields', async () => {
    const game = await stage.organiser.game({
      inviteCode: 'hoist',
      organizations: ['Students', 'Open'],
      teamMemberCountLimit: 1
    })
    const { page, open } = await as(await stage.organiser.player())
    await open(`/games/${game.id}`)
    await page.getByLabel('Division').selectOption('Open')
    await page.getByLabel('Invitation code').fill('lower')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('Wrong invitation code.').waitFor()
    expect(await page.getByLabel('Division').inputValue()).toBe('Open')
    await page.getByLabel('Invitation code').fill('hoist')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('You are in. Good luck!').waitFor()
  })
})

it('replies to odd requests without a failure of its own', async () => {
  const game = await stage.organiser.game()
  const { client } = await stage.organiser.player()
  const tried: [string, RequestInit][] = [
    ['/%09/', {}],
    ['/%', {}],
    ['/games?page=%00', {}],
    [`/games/${game.id}/Scoreboard?division=%00&page=99999999999&team=-1`, {}],
    ['/account/Profile', { headers: { Cookie: `other=%; flash=%; theme=%; language=%; ${client.cookie}` } }],
    ['/account/Login', { method: 'POST', body: 'no form' }],
    [
      '/account/Login',
      { method: 'POST', body: 'garbage', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }
    ],
    ['/theme', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }],
    ['/games', { method: 'PUT' }]
  ]
  const answers = await Promise.all(
    tried.map(([path, init]) => fetch(stage.platform.url + path, { redirect: 'manual', ...init }))
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 200, 200, 200, 400, 400, 400, 405])
})
