import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { NoticeTail } from '~/scoring/judge/notices'
import { type ChallengeUpdate, challengeInput, flagsInput } from '~/server/challenges/contract'
import { HOUR_MS, wireTime } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const sql = (text: string, ...values: unknown[]) => domain.stores.db.pool.query(text, values)

interface ChallengeOptions {
  title?: string
  starts?: number
  enabled?: boolean
}

/** A challenge of a running game; `news` returns the notices since its last call. */
async function challenge({ title = 'Reef', starts = -HOUR_MS, enabled = true }: ChallengeOptions = {}) {
  const { services, admin, stores } = domain
  const times = { start: new Date(Date.now() + starts), end: new Date(Date.now() + starts + 2 * HOUR_MS) }
  const gameId = await domain.game({ acceptWithoutReview: true, ...times })
  const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title }))
  await services.challenges.addFlags(admin, gameId, id, flagsInput.parse([{ flag: 'flag{x}' }]))
  if (enabled) await services.challenges.update(admin, gameId, id, { isEnabled: true })
  const tail = new NoticeTail(stores.db, gameId)
  await tail.open()
  const news = async () =>
    (await tail.next()).map(({ type, change, values }) =>
      change ? [change.kind, ...change.values] : [type, ...values]
    )
  const update = async (change: ChallengeUpdate) => {
    await services.challenges.update(admin, gameId, id, change)
    return news()
  }
  return { gameId, id, update, news, ...times }
}

describe('a change of a challenge', () => {
  it('is announced by default as in earlier versions', async () => {
    const { update } = await challenge()
    expect(await update({ originalScore: 500 })).toEqual([])
    expect(await update({ isEnabled: false })).toEqual([])
    expect(await update({ isEnabled: true })).toEqual([])
    expect(await update({ hints: ['one'] })).toEqual([['NewHint', 'Reef']])
  })

  it('is announced with its points, closing and opening on request', async () => {
    const { update } = await challenge()
    expect(await update({ originalScore: 500, announce: true })).toEqual([
      ['ChallengePoints', 'Reef', '1000', '500']
    ])
    expect(await update({ originalScore: 500, title: 'Atoll', announce: true })).toEqual([])
    expect(await update({ difficulty: 9, announce: true })).toEqual([])
    expect(await update({ isEnabled: false, announce: true })).toEqual([['ChallengeClosed', 'Atoll']])
    expect(await update({ isEnabled: false, originalScore: 400, announce: true })).toEqual([])
    expect(await update({ isEnabled: true, announce: true })).toEqual([['ChallengeOpened', 'Atoll']])
    expect(await update({ hints: ['one'], announce: true })).toEqual([['NewHint', 'Atoll']])
  })

  it('is announced with the value after the present solves', async () => {
    const { update, gameId, id } = await challenge()
    const { services, as, stores } = domain
    for (let place = 0; place < 3; place++) {
      const team = await domain.team()
      await services.participations.join(as(team.captain), gameId, { teamId: team.id })
      await services.submissions.submit(as(team.captain), gameId, id, 'flag{x}')
      await judge(stores.db, gameId)
    }
    const [info] = await services.challenges.editList(domain.admin, gameId)
    const told = await update({ difficulty: 2, announce: true })
    const [after] = await services.challenges.editList(domain.admin, gameId)
    expect(told.at(-1)).toEqual(['ChallengePoints', 'Reef', String(info!.score), String(after!.score)])
  })

  it('announces a challenge once, and not at all on request', async () => {
    const { update } = await challenge({ enabled: false })
    expect(await update({ isEnabled: true, announce: true })).toEqual([['NewChallenge', 'Reef']])
    const quiet = await challenge({ enabled: false })
    expect(await quiet.update({ isEnabled: true, announce: false })).toEqual([])
    expect(await quiet.update({ hints: ['one'], originalScore: 1, announce: false })).toEqual([])
    expect(await quiet.update({ isEnabled: false, announce: false })).toEqual([])
    expect(await quiet.update({ isEnabled: true, announce: true })).toEqual([['ChallengeOpened', 'Reef']])
  })

  it('is not announced before the start', async () => {
    const { update } = await challenge({ starts: HOUR_MS })
    for (const change of [{ originalScore: 1 }, { isEnabled: false }, { isEnabled: true }])
      expect(await update({ ...change, announce: true })).toEqual([])
  })

  it('is announced by a release as chosen with its time', async () => {
    const { services, admin } = domain
    const release = async (announce: boolean | undefined, seen: boolean) => {
      const { update, news, id } = await challenge({ enabled: seen })
      await update({ isEnabled: false })
      await update({ releaseAt: new Date(Date.now() + HOUR_MS / 2), announce })
      await sql(`UPDATE challenges SET release_at = now() - interval '1 ms' WHERE id = $1`, id)
      await services.challenges.releaseDue(admin)
      return (await news()).map(([kind]) => kind)
    }
    expect(await release(undefined, false)).toEqual(['NewChallenge'])
    expect(await release(undefined, true)).toEqual([])
    expect(await release(true, true)).toEqual(['ChallengeOpened'])
    expect(await release(false, false)).toEqual([])
  })

  it('is announced for each of many at once', async () => {
    const { gameId, id, news } = await challenge()
    const { challenges } = domain.services
    await challenges.setPoints(domain.admin, gameId, [id], { originalScore: 100, announce: true })
    await challenges.setEnabled(domain.admin, gameId, [id], false, true)
    await challenges.setEnabled(domain.admin, gameId, [id], true, false)
    expect(await news()).toEqual([
      ['ChallengePoints', 'Reef', '1000', '100'],
      ['ChallengeClosed', 'Reef']
    ])
  })
})

describe('a notice of a change', () => {
  it('is a Normal one with an English text for clients of the contract', async () => {
    const { gameId, update } = await challenge({ title: '*Reef* <b>' })
    await update({ isEnabled: false, announce: true })
    const [notice] = await domain.services.notices.list(domain.admin, gameId, { count: 10, skip: 0 })
    expect(notice).toMatchObject({
      type: 'Normal',
      values: ['\\*Reef\\* \\<b\\> is closed for now. Its points are off the scoreboard.'],
      change: { kind: 'ChallengeClosed', values: ['*Reef* <b>'] }
    })
  })

  it('becomes a written one by an edit, and can be deleted', async () => {
    const { gameId, update } = await challenge()
    const { notices } = domain.services
    await update({ isEnabled: false, announce: true })
    const [written] = await notices.written(domain.admin, gameId)
    const { id } = written!
    expect(await notices.rewrite(domain.admin, gameId, id, { content: 'Back soon' })).not.toHaveProperty(
      'change'
    )
    await notices.withdraw(domain.admin, gameId, id)
    expect(await notices.written(domain.admin, gameId)).toEqual([])
  })
})

describe('a moved end', () => {
  it('is announced on request, later or earlier, from the start on', async () => {
    const { gameId, end, news } = await challenge()
    const { games } = domain.services
    const moved = (hours: number) => new Date(end.getTime() + hours * HOUR_MS)
    await games.update(domain.admin, gameId, { end: moved(1) })
    await games.update(domain.admin, gameId, { end: moved(1), title: 'Renamed', announce: true })
    await games.update(domain.admin, gameId, { end: moved(2), announce: false })
    expect(await news()).toEqual([])
    await games.update(domain.admin, gameId, { end: moved(3), announce: true })
    await games.update(domain.admin, gameId, { end: moved(-0.5), announce: true })
    expect(await news()).toEqual([
      ['EndLater', wireTime(moved(3))],
      ['EndEarlier', wireTime(moved(-0.5))]
    ])
    const early = await challenge({ starts: HOUR_MS })
    await games.update(domain.admin, early.gameId, {
      end: new Date(early.end.getTime() + HOUR_MS),
      announce: true
    })
    expect(await early.news()).toEqual([])
  })
})
