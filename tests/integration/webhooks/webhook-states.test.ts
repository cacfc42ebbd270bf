import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { openWebhooksSuite } from '../../support/games/webhooks-suite'

const suite = openWebhooksSuite()
const { add, deliver, log, hooks, sql, input } = suite

const STATES = [
  'game_published',
  'game_started',
  'game_paused',
  'game_resumed',
  'game_frozen',
  'game_ended',
  'game_revealed'
] as const

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const types = () => suite.got.map(({ body }) => JSON.parse(body).type)
const later = () => suite.domain.game({ start: inHours(1), end: inHours(3) })
/** Columns round to milliseconds, and a time that is rounded up has not come at the next pass: two states then come in one. */
const happen = (game: number, column: 'freeze_at' | 'end_at' | 'revealed_at') =>
  sql(`UPDATE games SET ${column} = date_trunc('milliseconds', now()) WHERE id = $1`, game)
const begin = (game: number, ago = '1 s') =>
  sql(`UPDATE games SET start_at = now() - $2::interval WHERE id = $1`, game, ago)

describe('a state of a game', () => {
  it('is told once, although several processes look at the same time, and again and again', async () => {
    const game = await later()
    await add(game, { events: [...STATES] })
    await deliver()
    expect(suite.got).toEqual([])
    await begin(game)
    await Promise.all(Array.from({ length: 6 }, deliver))
    await deliver()
    const [{ start_at }] = await sql('SELECT start_at FROM games WHERE id = $1', game)
    expect(suite.got.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'game_started', data: { game: { id: game } } }
    ])
    expect(new Date(JSON.parse(suite.got[0]!.body).timestamp)).toEqual(start_at)
    // One after the other: messages of the same pass may arrive in any order.
    for (const state of ['freeze_at', 'end_at'] as const) {
      await happen(game, state)
      await Promise.all([deliver(), deliver()])
    }
    await happen(game, 'revealed_at')
    await deliver()
    await deliver()
    expect(types()).toEqual(['game_started', 'game_frozen', 'game_ended', 'game_revealed'])
  })

  it('is not told when it is older than the webhook, or than its being on, or than a day', async () => {
    const running = await suite.domain.game()
    const { id } = await add(running, { events: [...STATES] })
    await deliver()
    const turn = (enabled: boolean) => {
      const { name, locale } = input()
      return hooks().update(suite.domain.admin, running, id, { name, events: [...STATES], locale, enabled })
    }
    await turn(false)
    await happen(running, 'end_at')
    await turn(true)
    const old = await later()
    await add(old, { events: [...STATES] })
    await begin(old, '25 hours')
    await deliver()
    expect(suite.got).toEqual([])
    // What comes after is told.
    await happen(old, 'end_at')
    await deliver()
    expect(types()).toEqual(['game_ended'])
  })

  it('is told again when the game is moved and begins anew, with the new time', async () => {
    const game = await later()
    await add(game, { events: ['game_started'] })
    await begin(game)
    await deliver()
    await sql(`UPDATE games SET start_at = now() + interval '30 min' WHERE id = $1`, game)
    await deliver()
    await begin(game, '2 s')
    await deliver()
    expect(types()).toEqual(['game_started', 'game_started'])
  })

  it('tells a pause with its end and reason, and that it goes on', async () => {
    const { domain } = suite
    const game = await domain.game({ hidden: true })
    await add(game, { events: [...STATES] })
    await add(game, { events: [...STATES], format: 'Slack' })
    await domain.services.pausing.pause(domain.admin, game, { until: inHours(0.5), reason: 'Power is out.' })
    await deliver()
    const told = suite.got.map(({ body }) => JSON.parse(body))
    const [paused] = told.filter(({ type }) => type === 'game_paused')
    expect(paused.data).toMatchObject({ text: 'Power is out.', until: expect.any(String) })
    expect(told.find(({ text }) => text).text).toMatch(/^Game is paused until \S+ \S+ UTC\. Power is out\.$/)
    suite.got = []
    await domain.services.pausing.resume(domain.admin, game)
    await sql('UPDATE games SET hidden = false WHERE id = $1', game)
    await deliver()
    expect(types().filter(Boolean).sort()).toEqual(['game_published', 'game_resumed'])
  })

  it('of another game is none of its business', async () => {
    const [game, other] = [await later(), await later()]
    const { id } = await add(game, { events: [...STATES] })
    await begin(other)
    await deliver()
    expect(await log(game, id)).toEqual([])
  })
})
