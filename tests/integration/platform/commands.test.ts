import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '~/app/islands/scripts/palette/answer'
import { Client } from '../../support/api/client'
import { addUsers, type PlayedGame, playGame, sessionOf } from '../../support/fixtures'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let game: PlayedGame
let hidden: PlayedGame
let clients: Record<'visitor' | 'stranger' | 'player' | 'monitor' | 'admin', Client>

beforeAll(async () => {
  platform = await startPlatform()
  const { db } = platform.stores
  game = await playGame(db)
  hidden = await playGame(db, { hidden: true })
  const as = async (member: { id: string }) => {
    const client = new Client(platform.url)
    client.cookie = await sessionOf(platform, member as never)
    return client
  }
  const [stranger] = await addUsers(db, 1, 'stranger')
  const [monitor] = await addUsers(db, 1, 'monitor', 'Monitor')
  clients = {
    visitor: new Client(platform.url),
    stranger: await as(stranger!),
    player: await as(game.teams[0]!.members[0]),
    monitor: await as(monitor!),
    admin: (await Organiser.of(platform)).client
  }
})
afterAll(() => platform?.close())

const answer = (who: keyof typeof clients, query: Record<string, string | number> = {}) =>
  clients[who].ok<Answer>('GET', `/Search/Answer?${new URLSearchParams(query as Record<string, string>)}`)

/** Paths below the game to which the commands lead. */
async function commands(who: keyof typeof clients, query: Record<string, string | number> = {}) {
  const here = (await answer(who, query)).groups.find(({ id }) => id === 'here')
  return (here?.items ?? []).map(({ does }) => ('href' in does ? does.href : does.post))
}

describe('commands of the palette', () => {
  it('lead to what the reader may open in the game of the page', async () => {
    const base = `/games/${game.id}`
    const of = { game: game.id }
    expect(await commands('visitor', of)).toEqual([`${base}/Scoreboard`, `${base}/Notices`])
    expect(await commands('stranger', of)).toEqual([`${base}/Scoreboard`, `${base}/Notices`])
    expect(await commands('player', of)).toEqual(
      ['Challenges', 'Scoreboard', 'Help', 'Notices', `Teams/${game.teams[0]!.teamId}`, 'Workspace'].map(
        (path) => `${base}/${path}`
      )
    )
    const monitor = await commands('monitor', of)
    expect(monitor).toContain(`${base}/monitor/Submissions`)
    expect(monitor.filter((href) => href.startsWith('/admin') || href.endsWith('/Workspace'))).toEqual([])
    const admin = await commands('admin', of)
    expect(admin).toEqual(expect.arrayContaining([`/admin/games/${game.id}/Review`, `${base}/monitor/Watch`]))
  })

  it('are of the game that the reader plays in on other pages, and of none that the reader may not see', async () => {
    expect(await commands('player')).toContain(`/games/${game.id}/Challenges`)
    for (const who of ['visitor', 'stranger', 'player'] as const) {
      expect(await commands(who, { game: hidden.id }), who).toEqual([])
      expect(JSON.stringify(await answer(who, { game: hidden.id })), who).not.toContain(`/games/${hidden.id}`)
    }
    for (const who of ['visitor', 'stranger'] as const) expect(await commands(who), who).toEqual([])
  })

  it('match words, and come first without them', async () => {
    expect(await commands('player', { game: game.id, q: 'score' })).toEqual([`/games/${game.id}/Scoreboard`])
    expect((await answer('player', { game: game.id })).groups[0]!.id).toBe('here')
    const { name } = game.teams[1]!
    const { groups } = await answer('visitor', { q: name })
    expect(groups.find(({ id }) => id === 'teams')!.items[0]).toMatchObject({
      text: name,
      does: { href: `/games/${game.id}/Teams/${game.teams[1]!.teamId}` }
    })
  })

  it('switch to the other theme alone, and to other languages', async () => {
    const acts = async (q: string) =>
      (await answer('player', { q })).groups.flatMap(({ id, items }) =>
        id === 'acts' ? items.map((item) => item.id) : []
      )
    expect(await acts('mode')).toEqual(['scheme light'])
    expect(await acts('Language: English')).toEqual([])
    expect(await acts('Language: Deutsch')).toEqual(['language de-DE'])
    expect(await acts('Log out')).toEqual(['logout'])
  })
})
