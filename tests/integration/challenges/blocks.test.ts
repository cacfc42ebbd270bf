import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { NoticeTail } from '~/scoring/judge/notices'
import type { Ctx } from '~/server/access/contract'
import { blockInput } from '~/server/blocks/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { lockIntake } from '../../support/stores/locks'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const sql = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const game = (plan: Parameters<typeof playGame>[1] = {}) =>
  playGame(domain.stores.db, { challenges: 2, ...plan })
const player = ({ teams }: PlayedGame) => domain.as(teams[0]!.members[0])
const idOf = ({ challenges }: PlayedGame, place = 0) => challenges[place]!.id
const REASON = 'Its service is down.'

const block = (played: PlayedGame, given = {}, ctx: Ctx = domain.admin) =>
  domain.services.flagBlocks.block(ctx, played.id, idOf(played), { reason: REASON, ...given })
const unblock = (played: PlayedGame, ctx: Ctx = domain.admin) =>
  domain.services.flagBlocks.unblock(ctx, played.id, idOf(played))
const send = (played: PlayedGame, place = 0) =>
  domain.services.submissions.submit(
    player(played),
    played.id,
    idOf(played, place),
    played.challenges[place]!.flag
  )
const stored = ({ id }: PlayedGame) => sql('SELECT challenge_id FROM submissions WHERE game_id = $1', id)
const monitor = async () => domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })

describe('a blocked challenge', () => {
  it('refuses flags with the reason, until they are taken again; others take them', async () => {
    const played = await game()
    await block(played)
    const error = await refused(send(played), 'challenge.blocked', 400)
    expect(error.params).toEqual({ reason: REASON })
    expect(await stored(played)).toEqual([])
    await send(played, 1)
    await unblock(played)
    await send(played)
    expect(await stored(played)).toHaveLength(2)
  })

  it('counts a flag that came in before, although it is judged after', async () => {
    const played = await game()
    const id = await send(played)
    await block(played)
    await judge(domain.stores.db, played.id)
    expect(await sql('SELECT submission_id FROM solves WHERE game_id = $1', played.id)).toEqual([
      { submission_id: id }
    ])
  })

  it('takes no flag that waited while the block began', async () => {
    const played = await game()
    const { unlock, waited } = await lockIntake(domain.stores.db, played.id)
    const blocked = block(played)
    await waited()
    const sent = refused(send(played), 'challenge.blocked')
    await unlock()
    await Promise.all([blocked, sent])
    expect(await stored(played)).toEqual([])
  })

  it('wants no waiting and costs no attempt for what it refused', async () => {
    const played = await game()
    await domain.services.challenges.update(domain.admin, played.id, idOf(played), { attemptLimit: 1 })
    await block(played)
    for (let n = 0; n < 4; n++) await refused(send(played), 'challenge.blocked')
    await unblock(played)
    await send(played)
    expect(await stored(played)).toHaveLength(1)
  })

  it('refuses flags in practice, too', async () => {
    const played = await game({ startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS, practiceMode: true })
    await block(played)
    await refused(send(played), 'challenge.blocked')
  })

  it('keeps its time when the reason changes, and the last time when it is over', async () => {
    const played = await game()
    const { challenges } = domain.services
    const edit = async () => (await challenges.editOne(domain.admin, played.id, idOf(played))).block
    expect(await edit()).toBeNull()
    await block(played)
    const first = await edit()
    await block(played, { reason: 'The image is broken.' })
    expect(await edit()).toEqual({ ...first, reason: 'The image is broken.' })
    const shown = await challenges.play(player(played), played.id, idOf(played))
    expect(shown.blocked).toEqual({ since: first!.since, reason: 'The image is broken.' })
    await unblock(played)
    const { until, ...rest } = (await edit())!
    expect(rest).toEqual({ since: first!.since, reason: 'The image is broken.' })
    expect(Date.parse(until!)).toBeGreaterThanOrEqual(Date.parse(first!.since))
    expect((await challenges.play(player(played), played.id, idOf(played))).blocked).toBeNull()
  })

  it('makes no edit of the challenge a conflict', async () => {
    const played = await game()
    const { challenges } = domain.services
    const { version } = await challenges.editOne(domain.admin, played.id, idOf(played))
    await block(played)
    await challenges.update(domain.admin, played.id, idOf(played), { version, content: 'New.' })
    expect((await challenges.editOne(domain.admin, played.id, idOf(played))).block?.reason).toBe(REASON)
  })
})

describe('what players are told', () => {
  const told = async (played: PlayedGame, work: () => Promise<unknown>) => {
    const tail = new NoticeTail(domain.stores.db, played.id)
    await tail.open()
    await work()
    return (await tail.next()).map(({ change }) => change)
  }
  const both = async (played: PlayedGame, announce?: boolean) => {
    await block(played, { announce })
    await unblock(played)
  }

  it('the reason when it is announced, and that it is over; nothing when it is not', async () => {
    const played = await game()
    const title = played.challenges[0]!.title
    expect(await told(played, () => both(played, true))).toEqual([
      { kind: 'FlagsBlocked', values: [title, REASON] },
      { kind: 'FlagsUnblocked', values: [title] }
    ])
    expect(await told(played, () => both(played))).toEqual([])
  })

  it('nothing of a challenge that hides until it is unlocked, or that is disabled', async () => {
    const played = await game()
    const { challenges } = domain.services
    const id = idOf(played)
    const update = { requires: [idOf(played, 1)], hideLocked: true }
    await challenges.update(domain.admin, played.id, id, update)
    expect(await told(played, () => both(played, true))).toEqual([])
    await challenges.update(domain.admin, played.id, id, { requires: [], isEnabled: false })
    expect(await told(played, () => both(played, true))).toEqual([])
  })

  it('is written down', async () => {
    const played = await game()
    await both(played)
    const audited = await sql(
      'SELECT action, after FROM audit_events WHERE target = $1 ORDER BY id',
      `challenge:${idOf(played)}`
    )
    expect(audited.map(({ action }) => action)).toEqual(['flags_blocked', 'flags_unblocked'])
    expect(audited[0].after.reason).toBe(REASON)
  })
})

describe('what is refused', () => {
  it('to everybody but administrators', async () => {
    const played = await game()
    await refused(block(played, {}, await monitor()), 'auth.forbidden', 403)
    await refused(block(played, {}, domain.as(null)), 'auth.login_required', 401)
    await block(played)
    await refused(unblock(played, await monitor()), 'auth.forbidden', 403)
    await refused(send(played), 'challenge.blocked')
  })

  it('a challenge of another game, or of none', async () => {
    const [one, other] = [await game(), await game()]
    const { flagBlocks } = domain.services
    const given = { reason: REASON }
    await refused(flagBlocks.block(domain.admin, one.id, idOf(other), given), 'challenge.not_found', 404)
    await refused(flagBlocks.block(domain.admin, 2_000_000_000, idOf(one), given), 'game.not_found', 404)
    await send(other)
  })

  it('to take flags twice, or of one that takes them', async () => {
    const played = await game()
    await refused(unblock(played), 'challenge.not_blocked', 400)
    await block(played)
    expect(await outcomes([unblock(played), unblock(played)])).toEqual({
      done: 1,
      codes: ['challenge.not_blocked']
    })
  })

  it.each(['', '  ', 'a\0b', 'x'.repeat(501)])('the reason %j', (reason) => {
    const { error } = blockInput.safeParse({ reason })
    expect(error!.issues.map(({ path }) => path)).toEqual([['reason']])
  })
})
