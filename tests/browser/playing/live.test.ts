import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import type { Scoreboard } from '~/scoring/rules'
import { Client } from '../../support/api/client'
import type { Visitor } from '../../support/browser/browser'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'
import { solve } from '../../support/games/organiser'
import { forwardTo } from '../../support/instances/forwarder'
import { until } from '../../support/until'

const stage = openBrowserSuite()

const dead = new Set<'web' | 'scoring'>()
const kill = (name: 'web' | 'scoring') => {
  dead.add(name)
  return stage.platform.kill(name)
}
const revive = (name: 'web' | 'scoring') => {
  dead.delete(name)
  return stage.platform.restart(name)
}

afterEach(async () => {
  for (const name of dead) await revive(name)
})

/** Rank, team, score and solved count of every row on the page. */
const rowsOf = (page: Page) =>
  page
    .locator('tbody.rows tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        ['.c-rank b', '.c-team a', '.c-score', '.c-n'].map((cell) => row.querySelector(cell)?.textContent)
      )
    )

async function boardOf(game: number) {
  const board = await new Client(stage.platform.url).ok<Scoreboard>('GET', `/api/game/${game}/scoreboard`)
  return board.items.map(({ rank, name, score, solvedCount }) => [
    String(rank),
    name,
    score.toLocaleString('en-US'),
    String(solvedCount)
  ])
}

const showsBoard = (page: Page, game: number) =>
  until(async () => {
    expect(await rowsOf(page)).toEqual(await boardOf(game))
    return true
  })

const stateOf = (page: Page) => page.locator('.live[role=status] b').textContent()
const isLive = (page: Page) => expect.poll(() => stateOf(page)).toBe('Live')

/** Opens the scoreboard; `stayed` is false when the page was loaded a second time. */
async function watch(game: number): Promise<Visitor & { stayed(): Promise<boolean> }> {
  const visitor = await stage.visit()
  await visitor.open(`/games/${game}/Scoreboard`)
  await isLive(visitor.page)
  await visitor.page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''))
  const stayed = () => visitor.page.locator('html[data-stayed]').count()
  return { ...visitor, stayed: async () => (await stayed()) === 1 }
}

/** Right flags of every team for the challenges that `chosen` picks by index. */
const flags = (game: PlayedGame, chosen: (team: number, challenge: number) => boolean) =>
  game.teams.flatMap((team, t) =>
    game.challenges.filter((_, c) => chosen(t, c)).map((challenge) => ({ team, challenge }))
  )

describe('an open scoreboard', () => {
  it('reports a lost connection, reconnects by itself and catches up', async () => {
    const game = await playGame(stage.platform.stores.db, { teams: 6, challenges: 4 })
    await sendFlags(
      stage.platform.stores.db,
      game,
      flags(game, (team, challenge) => team === challenge)
    )
    const { page, stayed } = await watch(game.id)
    await expect.poll(async () => (await rowsOf(page)).map((row) => row[3])).toEqual([...'111100'])

    await kill('web')
    await expect.poll(() => stateOf(page)).toBe('Reconnecting')
    await sendFlags(
      stage.platform.stores.db,
      game,
      flags(game, (team, challenge) => team > challenge)
    )
    await revive('web')
    await isLive(page)
    await expect.poll(async () => (await rowsOf(page)).map((row) => row[3])).toEqual([...'444321'])
    await showsBoard(page, game.id)
    expect(await stayed()).toBe(true)
  })

  it('stops calling itself live when no message comes through, and shows for how long', async () => {
    const game = await playGame(stage.platform.stores.db)
    const line = await forwardTo(stage.platform.url)
    const { page } = await stage.visit()
    await page.goto(`${line.address.replace('tcp:', 'http:')}/games/${game.id}/Scoreboard`)
    await isLive(page)
    line.stall()
    const start = Date.now()
    await expect.poll(() => stateOf(page)).toBe('Reconnecting')
    // Ten seconds by the gateway's pings; the rest is for a busy machine.
    expect(Date.now() - start).toBeLessThan(15_000)
    await page.locator('.live[role=status]', { hasText: /Reconnecting\s*\d+s/ }).waitFor()
    line.resume()
    await isLive(page)
    line.cut()
  })

  it('reports at once that the browser is offline, and reconnects with the network', async () => {
    const game = await playGame(stage.platform.stores.db)
    const { page, context, stayed } = await watch(game.id)
    await context.setOffline(true)
    await expect.poll(() => stateOf(page), { timeout: 5000 }).toBe('Reconnecting')
    await context.setOffline(false)
    await isLive(page)
    expect(await stayed()).toBe(true)
  })

  it.each([
    ['scoreboard', '/Scoreboard', '.live b'],
    ['projector', '/Scoreboard?view=projector', '.pj-clock.over'],
    ['challenges', '/Challenges', '.rail .live b']
  ])('is final after the end of the game, also while it is open: %s', async (_, path, mark) => {
    const game = await stage.organiser.game({ endsIn: 8000, practiceMode: true })
    const player = await stage.organiser.player(game)
    const { page, open } = await stage.visit({ cookie: player.client.cookie })
    await open(`/games/${game.id}${path}`)
    await isLive(page)
    await expect
      .poll(() =>
        page
          .locator(mark)
          .textContent()
          .catch(() => null)
      )
      .toBe('Final')
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0)
  })

  it('has the points of a solve in its chart as soon as in its table', async () => {
    const game = await playGame(stage.platform.stores.db)
    const { page, open } = await stage.visit()
    // The chart's clock stands before the solve.
    await page.clock.setFixedTime(new Date())
    await open(`/games/${game.id}/Scoreboard`)
    await isLive(page)
    await sendFlags(
      stage.platform.stores.db,
      game,
      flags(game, (team, challenge) => team === 0 && challenge === 0)
    )
    const score = page.locator('tbody.rows tr .c-score').first()
    await expect.poll(() => score.textContent()).not.toBe('0')
    const leader = `1 ${game.teams[0]!.name}: ${await score.textContent()}`
    expect(await page.locator('.chart .tag title').first().textContent()).toBe(leader)
  })

  it('reports that it was offline for long, and still reconnects by itself', async () => {
    const game = await playGame(stage.platform.stores.db)
    const { page, open } = await stage.visit()
    await page.clock.install()
    await open(`/games/${game.id}/Scoreboard`)
    await isLive(page)
    await kill('web')
    const later = async () => {
      await page.clock.runFor(8000)
      return stateOf(page)
    }
    await expect.poll(later).toBe('Offline')
    await revive('web')
    await expect.poll(later).toBe('Live')
  })

  it('shows every solve after scoring was killed in the middle, and nothing twice', async () => {
    const game = await playGame(stage.platform.stores.db, { teams: 12, challenges: 6 })
    const { page, stayed } = await watch(game.id)
    const player = await stage.visit({ cookie: await sessionOf(stage.platform, game.teams[0]!.members[0]) })
    const challenge = game.challenges[5]!
    await player.open(`/games/${game.id}/Challenges?c=${challenge.id}`)
    await sendFlags(
      stage.platform.stores.db,
      game,
      flags(game, (team, place) => place < 2 && team > 2)
    )

    await kill('scoring')
    await expect.poll(() => stateOf(page)).toBe('Reconnecting')
    await player.page.getByRole('textbox', { name: 'Flag' }).fill(challenge.flag)
    await player.page.getByRole('button', { name: 'Submit flag' }).click()
    await player.page.getByText('Checking your flag.').waitFor()
    const late = flags(game, (team, place) => place < 5 && (team * 7 + place) % 3 > 0)
    await sendFlags(stage.platform.stores.db, game, [...late, ...late])
    await revive('scoring')

    await player.page.getByText('Accepted.').waitFor()
    await isLive(page)
    const pairs = new Set(
      [...flags(game, (team, place) => place < 2 && team > 2), ...late].map(
        (sent) => `${sent.team.teamId} ${sent.challenge.id}`
      )
    )
    const solved = async () => (await rowsOf(page)).reduce((sum, row) => sum + Number(row[3]), 0)
    await expect.poll(solved).toBe(pairs.size + 1)
    await showsBoard(page, game.id)
    const fresh = await watch(game.id)
    await showsBoard(fresh.page, game.id)
    expect(await stayed()).toBe(true)
  })

  it('follows suspension, reinstatement, new challenges and new teams', async () => {
    const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }] })
    const [first, second] = [await stage.organiser.player(game), await stage.organiser.player(game)]
    await solve(first, game)
    await solve(second, game)
    const { page, stayed, faults } = await watch(game.id)
    const names = async () => (await rowsOf(page)).map((row) => row[1])
    await expect.poll(names).toEqual([first.team.name, second.team.name])

    const rows = await stage.organiser.client.ok<{ id: number; team: { id: number } }[]>(
      'GET',
      `/api/game/${game.id}/participations`
    )
    const { id } = rows.find(({ team }) => team.id === first.team.id)!
    await stage.organiser.client.ok('PUT', `/api/admin/participation/${id}/Suspended`)
    await expect.poll(names).toEqual([second.team.name])
    await expect.poll(() => page.locator('.rows .blood[data-blood="1"]').count()).toBe(1)
    const third = await stage.organiser.player(game)
    await expect.poll(names).toEqual([second.team.name, third.team.name])
    await stage.organiser.client.ok('PUT', `/api/admin/participation/${id}/Accepted`)
    await expect.poll(names).toEqual([first.team.name, second.team.name, third.team.name])

    game.challenges.push(await stage.organiser.challenge(game.id, { title: 'Bravo', category: 'Pwn' }))
    await page.locator('thead').getByText('Bravo').waitFor({ state: 'attached' })
    await solve(third, game, 1)
    await showsBoard(page, game.id)
    expect(await stayed()).toBe(true)
    expect(faults).toEqual([])
  })
})

describe('the challenges of a running game', () => {
  it('show what others do without a reload', async () => {
    const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }] })
    const [player, rival] = [await stage.organiser.player(game), await stage.organiser.player(game)]
    const { page, open, faults } = await stage.visit({ cookie: player.client.cookie })
    await open(`/games/${game.id}/Challenges`)
    await isLive(page)
    const card = page.getByRole('link', { name: 'Alpha' })

    await solve(rival, game)
    await card.getByText('2 bloods still open').waitFor({ state: 'attached' })
    const news = page.getByRole('region', { name: 'Notices' })
    await news.getByText(`First blood on Alpha by ${rival.team.name}`).waitFor()
    const said = page.locator('[aria-live=polite]', { hasText: 'Your team is ranked 2 with 0 points.' })
    await said.waitFor({ state: 'attached' })
    await stage.organiser.challenge(game.id, { title: 'Bravo', category: 'Pwn' })
    await page.getByRole('link', { name: 'Bravo' }).waitFor()
    await news.getByText('New challenge: Bravo').waitFor()

    await card.click()
    const { id } = game.challenges[0]!
    await stage.organiser.client.ok('PUT', `/api/edit/games/${game.id}/challenges/${id}`, {
      hints: ['Mind the tide.']
    })
    await page.getByRole('dialog').getByText('Mind the tide.').waitFor()

    const mate = await stage.visit({ cookie: player.client.cookie })
    await mate.open(`/games/${game.id}/Challenges?c=${id}`)
    await mate.page.getByRole('textbox', { name: 'Flag' }).fill(game.challenges[0]!.flag)
    await mate.page.getByRole('button', { name: 'Submit flag' }).click()
    await mate.page.getByText('Accepted.').waitFor()
    await page.getByRole('dialog').getByText('Solved by your team.').waitFor()
    expect([...faults, ...mate.faults]).toEqual([])
  })
})
