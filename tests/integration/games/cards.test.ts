import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../../support/api/client'
import { Client as Visitor } from '../../support/api/client'
import { type OpenGame, Organiser, type Player, solve } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { until } from '../../support/until'

let platform: Platform
let organiser: Organiser
let visitor: Client
beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  visitor = new Visitor(platform.url)
})
afterAll(() => platform?.close())

const KINDS = [
  ['svg', 'image/svg+xml', /^<svg /],
  ['png', 'image/png', /^.PNG/]
] as const

const at = ({ id }: OpenGame, { team }: Player, rest: string) => `/games/${id}/Teams/${team.id}${rest}`

/** Binary answers by their first bytes. */
async function bytes(client: Client, path: string): Promise<Answer<Buffer>> {
  const answer = await fetch(platform.url + path, { headers: client.cookie ? { Cookie: client.cookie } : {} })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}
const statusesOf = async (client: Client, game: OpenGame, player: Player) => {
  const paths = ['/Card.svg', '/Card.png', '/Certificate.pdf', '/Certificate.pdf?of=me']
  return Promise.all(paths.map(async (path) => (await bytes(client, at(game, player, path))).status))
}
const edit = (game: OpenGame, change: object) =>
  organiser.client.ok('PUT', `/api/edit/games/${game.id}`, change)
const end = (game: OpenGame) => edit(game, { end: new Date().toISOString() })

async function played(crew?: string): Promise<{ game: OpenGame; player: Player }> {
  const game = await organiser.game()
  const player = await organiser.player(game, { ...(crew && { crew }) })
  await solve(player, game)
  const board = () => visitor.ok<{ items: { score: number }[] }>('GET', `/api/game/${game.id}/scoreboard`)
  await until(async () => ((await board()).items[0]?.score ?? 0) > 0)
  return { game, player }
}

describe('cards and certificates', () => {
  it('are there after the end and the reveal alone, cards of public games, certificates for members', async () => {
    const { game, player } = await played()
    const stranger = await organiser.player()
    const none = [404, 404, 404, 404]
    expect(await statusesOf(player.client, game, player)).toEqual(none)
    await organiser.client.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await end(game)
    expect(await statusesOf(player.client, game, player)).toEqual(none)
    await organiser.client.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    await until(async () => (await statusesOf(player.client, game, player))[0] === 200)
    expect(await statusesOf(player.client, game, player)).toEqual([200, 200, 200, 200])
    expect(await statusesOf(visitor, game, player)).toEqual([200, 200, 401, 401])
    expect(await statusesOf(stranger.client, game, player)).toEqual([200, 200, 404, 404])
    expect(await statusesOf(player.client, game, { ...player, team: stranger.team })).toEqual(none)
    await edit(game, { hidden: true })
    expect(await statusesOf(player.client, game, player)).toEqual([404, 404, 200, 200])
    expect(await statusesOf(visitor, game, player)).toEqual([404, 404, 401, 401])
  })

  it('are not offered while a team plays on in its extra time', async () => {
    const { game, player } = await played()
    await end(game)
    const page = () => player.client.ok<string>('GET', at(game, player, ''))
    await until(async () => (await page()).includes('/Card.png'))
    const { pool } = platform.stores.db
    const { rows } = await pool.query<{ id: number }>('SELECT id FROM participations WHERE game_id = $1', [
      game.id
    ])
    const given = `/api/edit/games/${game.id}/extratime/${rows[0]!.id}`
    await organiser.client.ok('PUT', given, { minutes: 30, reason: 'An illness.' })
    await until(async () => !/Card\.(svg|png)|Certificate/.test(await page()))
    expect(await statusesOf(player.client, game, player)).toEqual([404, 404, 404, 404])
  })

  it('show the result; the page of the team names the picture, and members their certificates', async () => {
    const { game, player } = await played('<b>&"Knots')
    await edit(game, { certificateNote: 'In calm water.', certificateSignature: 'Bosun' })
    await end(game)
    for (const [kind, type, start] of KINDS) {
      const { status, body, headers } = await bytes(visitor, at(game, player, `/Card.${kind}?lang=de-DE`))
      expect([status, headers.get('content-type')]).toEqual([200, type])
      expect(body.toString('latin1')).toMatch(start)
      expect(headers.get('cache-control')).toBe('public, max-age=300')
    }
    const svg = (await bytes(visitor, at(game, player, '/Card.svg?lang=de-DE'))).body.toString()
    expect(svg).toContain(`<title>&#60;b&#62;&#38;&#34;Knots: Platz 1 von 1, `)
    // No letters for Japanese, and none for a language that is not there.
    for (const lang of ['ja-JP', 'xx'])
      expect((await bytes(visitor, at(game, player, `/Card.svg?lang=${lang}`))).body.toString()).toContain(
        'Rank 1 of 1'
      )
    const certificate = await bytes(player.client, at(game, player, '/Certificate.pdf?of=me'))
    // Its words are in UTF-16.
    const pdf = certificate.body.toString('latin1').replaceAll('\0', '')
    expect(pdf).toContain(`Certificate. ${player.name}. Member of <b>&"Knots. reached rank 1 of 1`)
    expect(pdf).toContain('In calm water.')
    const page = (await player.client.call<string>('GET', at(game, player, ''))).body
    expect(page).toContain('/Certificate.pdf?lang=en-US&amp;of=me')
    const open = (await visitor.call<string>('GET', at(game, player, ''))).body
    expect(open).toContain('/Card.png?lang=en-US')
    expect(open).not.toContain('Certificate.pdf')
  })

  it('name the place in the division, also of one whose letters cannot all be drawn', async () => {
    const { game, player } = await played()
    const pdf = async () =>
      (await bytes(player.client, at(game, player, '/Certificate.pdf'))).body
        .toString('latin1')
        .replaceAll('\0', '')
    await end(game)
    expect(await pdf()).not.toContain('in the division')
    await edit(game, { organizations: ['Students', '学生'] })
    const { rows } = await platform.stores.db.pool.query('SELECT id FROM participations WHERE game_id = $1', [
      game.id
    ])
    const move = (organization: string) =>
      organiser.client.ok('PUT', `/api/admin/participation/${rows[0].id}`, { organization })
    await move('Students')
    await expect.poll(pdf).toContain('rank 1 of 1 in the division Students')
    await move('学生')
    await expect.poll(pdf).not.toContain('Students')
  })

  it('follow the board when a result is put right', async () => {
    const { game, player } = await played()
    await end(game)
    const svg = async () => (await bytes(visitor, at(game, player, '/Card.svg'))).body.toString()
    const before = await svg()
    const board = await visitor.ok<{ items: { participationId: number }[] }>(
      'GET',
      `/api/game/${game.id}/scoreboard`
    )
    await organiser.client.ok('POST', `/api/edit/games/${game.id}/corrections`, {
      correction: { kind: 'award', participationIds: [board.items[0]!.participationId], points: 77 },
      reason: 'Fair play.'
    })
    await until(async () => (await svg()) !== before)
    expect(await svg()).toMatch(/Rank 1 of 1, [\d,]*\d points/)
  })

  it('are drawn one after the other, however many ask', async () => {
    const { game, player } = await played()
    await end(game)
    const langs = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'id-ID', 'ru-RU']
    const asked = Array.from({ length: 60 }, (_, place) =>
      bytes(visitor, at(game, player, `/Card.png?lang=${langs[place % langs.length]}`))
    )
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(langs.length)
  })
})
