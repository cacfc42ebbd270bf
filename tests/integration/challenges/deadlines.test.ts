import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { challengeUpdate } from '~/server/challenges/contract'
import { HOUR_MS, MINUTE_MS, wireTime } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { until } from '../../support/until'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const game = (plan: Parameters<typeof playGame>[1] = {}) =>
  playGame(domain.stores.db, { challenges: 2, ...plan })
const idOf = ({ challenges }: PlayedGame, place = 0) => challenges[place]!.id
const away = (ms: number) => new Date(Date.now() + ms)

const close = (played: PlayedGame, closesAt: Date | null, more = {}) =>
  domain.services.challenges.update(domain.admin, played.id, idOf(played), { closesAt, ...more })
const send = (played: PlayedGame, place = 0) =>
  domain.services.submissions.submit(
    domain.as(played.teams[0]!.members[0]),
    played.id,
    idOf(played, place),
    played.challenges[place]!.flag
  )
const shown = async (played: PlayedGame) =>
  (await domain.services.challenges.play(domain.as(played.teams[0]!.members[0]), played.id, idOf(played)))
    .closesAt

describe('the deadline of a challenge', () => {
  it('refuses flags from its instant on, while other challenges take them', async () => {
    const played = await game()
    await close(played, away(-1000))
    await refused(send(played), 'challenge.closed', 400)
    expect(await sql('SELECT FROM submissions WHERE game_id = $1', played.id)).toEqual([])
    await send(played, 1)
    await close(played, null)
    await send(played)
  })

  it('counts a flag that was stored before, although it is judged after', async () => {
    const played = await game()
    const id = await send(played)
    await close(played, away(-1))
    await judge(domain.stores.db, played.id)
    expect(await sql('SELECT submission_id FROM solves WHERE game_id = $1', played.id)).toEqual([
      { submission_id: id }
    ])
  })

  it('is kept to the millisecond by the clock of the database', async () => {
    const played = await game({ teams: 3 })
    const closesAt = away(400)
    await close(played, closesAt)
    await until(async () => {
      const sent = await Promise.allSettled([send(played)])
      return sent[0]!.status === 'rejected'
    })
    const times = await sql('SELECT submitted_at AS at FROM submissions WHERE game_id = $1', played.id)
    expect(times.length).toBeGreaterThan(0)
    for (const { at } of times) expect(at.getTime()).toBeLessThan(closesAt.getTime())
  })

  it('is ignored in practice after the end of the game', async () => {
    const played = await game({ startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS })
    await close(played, away(-90 * MINUTE_MS))
    expect(await send(played)).toEqual(expect.any(Number))
  })

  it('is shown to players, and moves with a pause while it lies ahead', async () => {
    const played = await game()
    const ahead = away(HOUR_MS / 2)
    await close(played, ahead)
    expect(await shown(played)).toBe(wireTime(ahead))
    await domain.services.pausing.pause(domain.admin, played.id, { until: away(60_000), reason: 'Power' })
    const [{ closesAt }] = await sql(
      'SELECT closes_at AS "closesAt" FROM challenges WHERE id = $1',
      idOf(played)
    )
    expect(closesAt.getTime() - ahead.getTime()).toBeGreaterThan(50_000)
    // What is over stays as it was.
    const over = await game()
    const before = away(-60_000)
    await close(over, before)
    await domain.services.pausing.pause(domain.admin, over.id, { until: away(60_000), reason: 'Power' })
    expect(await shown(over)).toBe(wireTime(before))
  })

  it('comes before the end of the game, and stays when that moves', async () => {
    const played = await game()
    const [{ end }] = await sql('SELECT final_at AS end FROM games WHERE id = $1', played.id)
    const late = close(played, new Date(end.getTime() + 1))
    expect((await refused(late, 'challenge.closes_after_end', 400)).extra).toEqual({ field: 'closesAt' })
    await close(played, end)
    await sql(`UPDATE games SET end_at = end_at - interval '1 minute' WHERE id = $1`, played.id)
    await close(played, end, { title: 'Again' })
  })

  it('comes after the release, whichever of the two is changed', async () => {
    const played = await game()
    const id = idOf(played)
    const update = (change: object) => domain.services.challenges.update(domain.admin, played.id, id, change)
    await update({ isEnabled: false })
    await update({ releaseAt: away(HOUR_MS / 4), closesAt: away(HOUR_MS / 2) })
    const late = await refused(
      update({ releaseAt: away(HOUR_MS * 0.75) }),
      'challenge.closes_before_release',
      400
    )
    expect(late.extra).toEqual({ field: 'releaseAt' })
    const early = await refused(
      update({ closesAt: away(HOUR_MS / 8) }),
      'challenge.closes_before_release',
      400
    )
    expect(early.extra).toEqual({ field: 'closesAt' })
    await update({ releaseAt: null, closesAt: away(HOUR_MS / 8) })
  })

  it('refuses what is no time, and names the field', () => {
    const { error } = challengeUpdate.safeParse({ closesAt: 'tomorrow' })
    expect(error?.issues.map(({ path }) => path)).toEqual([['closesAt']])
  })
})
