import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLedgerOpen } from '~/server/ledger-export/contract'
import { HOUR_MS, wireTime } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const freezeIn = (hours: number) => async (game: PlayedGame) => {
  const at = inHours(hours)
  await domain.services.freezing.set(domain.admin, game.id, at)
  return at
}
const extend = async (game: PlayedGame, hours: number) =>
  (
    await domain.services.corrections.apply(domain.admin, game.id, {
      correction: { kind: 'extension', division: null, end: inHours(hours) },
      reason: 'No power.'
    })
  ).number

/** Ways by which the end comes before a freeze in two hours. */
const WAYS = {
  async 'an edit'(game: PlayedGame) {
    await domain.services.games.update(domain.admin, game.id, { end: inHours(3) })
    const freeze = await freezeIn(2)(game)
    await domain.services.games.update(domain.admin, game.id, { end: new Date() })
    return freeze
  },
  async 'an undone extension'(game: PlayedGame) {
    const number = await extend(game, 3)
    const freeze = await freezeIn(2)(game)
    await domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'There was.' })
    return freeze
  },
  async 'extra time that is taken'(game: PlayedGame) {
    const { extraTimes } = domain.services
    const { participationId } = game.teams[0]!
    await extraTimes.give(domain.admin, game.id, participationId, { minutes: 120, reason: 'Illness' })
    const freeze = await freezeIn(2)(game)
    await extraTimes.take(domain.admin, game.id, participationId)
    return freeze
  }
}

describe('a freeze that has not begun', () => {
  it.each(Object.entries(WAYS))('is taken away when the end comes before it by %s', async (_, move) => {
    const game = await playGame(domain.stores.db)
    const freeze = await move(game)
    const facts = await domain.services.games.info(game.id)
    expect(facts.freeze).toBeNull()
    expect((await domain.services.games.editOne(domain.admin, game.id)).freeze).toBeNull()
    expect(isLedgerOpen({ ...domain.as(null), now: inHours(2.5) }, facts)).toBe(true)
    const audited = await domain.stores.db.pool.query(
      `SELECT before, after FROM audit_events WHERE action = 'freeze_changed' AND target = $1 ORDER BY id DESC LIMIT 1`,
      [`game:${game.id}`]
    )
    expect(audited.rows).toEqual([{ before: { freeze: wireTime(freeze) }, after: { freeze: null } }])
  })

  it('stays when it begins before the end that moved', async () => {
    const game = await playGame(domain.stores.db)
    const freeze = await freezeIn(0.5)(game)
    await domain.services.games.update(domain.admin, game.id, { end: inHours(0.75) })
    expect((await domain.services.games.info(game.id)).freeze).toEqual(freeze)
  })
})

it('a freeze that has begun holds when the end moves before it', async () => {
  const game = await playGame(domain.stores.db)
  await domain.services.freezing.set(domain.admin, game.id, 'now')
  await domain.services.games.update(domain.admin, game.id, { end: inHours(-0.5) })
  expect((await domain.services.games.info(game.id)).freeze).not.toBeNull()
})
