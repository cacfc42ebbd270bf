import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import type { Cursor, EventFilter, SubmissionFilter } from '~/server/monitoring/contract'
import { HOUR_MS } from '~/server/platform/time'
import { refused } from '../../support/domain'
import { sheetRows } from '../../support/files/xlsx'
import { sendFlags } from '../../support/fixtures'
import { ALL, EVERY, FIRST, openMonitoringSuite } from '../../support/scoring/monitoring-suite'

const suite = openMonitoringSuite()
const { played, store, judged } = suite

describe('monitoring', () => {
  it('is for staff, from the start on; others get nothing of a game', async () => {
    const { monitoring } = suite.domain.services
    const hidden = await suite.domain.game({ hidden: true })
    const later = await suite.domain.game({
      start: new Date(Date.now() + HOUR_MS),
      end: new Date(Date.now() + 2 * HOUR_MS)
    })
    const [player] = await suite.domain.users(1)
    const calls: ((ctx: Ctx, id: number) => Promise<unknown>)[] = [
      (ctx, id) => monitoring.submissions(ctx, id, ALL, FIRST),
      (ctx, id) => monitoring.submissionCount(ctx, id, ALL),
      (ctx, id) => monitoring.events(ctx, id, EVERY, FIRST),
      (ctx, id) => monitoring.eventCount(ctx, id, EVERY),
      (ctx, id) => monitoring.cheats(ctx, id),
      (ctx, id) => monitoring.cheatCount(ctx, id),
      (ctx, id) => monitoring.submissionSheet(ctx, id, String),
      (ctx, id) =>
        monitoring.boardSheet(ctx, id, () => Promise.reject(new Error('asked for a board')), String)
    ]
    for (const call of calls) {
      for (const id of [hidden, later, 999_999]) {
        await refused(call(suite.domain.as(null), id), 'auth.login_required', 401)
        await refused(call(suite.domain.as(player!), id), 'auth.forbidden', 403)
      }
      expect((await refused(call(suite.monitor, later), 'game.not_started', 400)).bodyStatus).toBe(10001)
      await refused(call(suite.monitor, 999_999), 'game.not_found', 404)
    }
    expect(await monitoring.submissions(suite.monitor, hidden, ALL, FIRST)).toEqual([])
    expect(await monitoring.events(suite.monitor, hidden, EVERY, FIRST)).toEqual([])
  })
})

describe('submissions', () => {
  it('come newest first, in pages without gaps, also those being checked', async () => {
    const { game, ids, one, first } = await played()
    const [pending] = await sendFlags(suite.domain.stores.db, game, [{ team: one, challenge: first }])
    const { monitoring } = suite.domain.services
    const order = [pending, ...ids.toReversed()]
    const all = await monitoring.submissions(suite.monitor, game.id, ALL, FIRST)
    expect(all.map(({ id }) => id)).toEqual(order)
    expect(all[0]?.status).toBe('FlagSubmitted')
    expect(all[4]).toMatchObject({
      status: 'Accepted',
      team: one.name,
      challenge: first.title,
      user: one.members[0].name
    })
    const paged = []
    for (let skip = 0; skip < 6; skip += 2)
      paged.push(...(await monitoring.submissions(suite.monitor, game.id, ALL, { count: 2, skip })))
    expect(paged).toEqual(all)
  })

  it('are found by verdict, challenge, team and text, which is no pattern', async () => {
    const { game, two, second, ids } = await played()
    const { monitoring } = suite.domain.services
    const found = async (filter: Partial<SubmissionFilter>) => {
      const list = await monitoring.submissions(suite.monitor, game.id, { ...ALL, ...filter }, FIRST)
      expect(await monitoring.submissionCount(suite.monitor, game.id, { ...ALL, ...filter })).toBe(
        list.length
      )
      return list.map(({ id }) => ids.indexOf(id))
    }
    expect(await found({ type: 'WrongAnswer' })).toEqual([3, 1])
    expect(await found({ challenge: second.id })).toEqual([3, 2])
    expect(await found({ team: two.teamId })).toEqual([2, 1])
    expect(await found({ team: two.teamId, type: 'Accepted' })).toEqual([2])
    expect(await found({ search: ' NOPE ' })).toEqual([3])
    expect(await found({ search: two.members[0].name })).toEqual([2, 1])
    expect(await found({ search: two.name.toUpperCase() })).toEqual([2, 1])
    expect(await found({ search: '100%_w' })).toEqual([1])
    for (const search of ['%', '_', '\\']) expect(await found({ search })).toEqual(search === '\\' ? [] : [1])
    expect(await found({ team: 999_999 })).toEqual([])
  })

  it('outlive the account of their submitter', async () => {
    const { game, ids } = await played()
    await suite.domain.stores.db.pool.query('UPDATE submissions SET user_id = NULL WHERE id = $1', [ids[0]])
    const list = await suite.domain.services.monitoring.submissions(suite.monitor, game.id, ALL, FIRST)
    expect(list.at(-1)).toMatchObject({ id: ids[0], user: '' })
    const { name, file } = await suite.domain.services.monitoring.submissionSheet(
      suite.domain.admin,
      game.id,
      String
    )
    expect(name).toMatch(/^Game .+_Submissions_\d{14}\.xlsx$/)
    const rows = await sheetRows(await buffer(file))
    expect(rows).toHaveLength(5)
    expect(rows[4]).toEqual([
      'monitor:status.Accepted',
      expect.stringMatching(/^[\d-]+ [\d:]+Z$/),
      list[3]?.team,
      '',
      list[3]?.challenge,
      list[3]?.answer,
      ''
    ])
    expect(rows[3]?.slice(5)).toEqual(['flag{100%_wrong}', `${game.teams[1]!.members[0].name}@example.org`])
  })
})

describe('events', () => {
  it('are submissions and stored events in one order, each once', async () => {
    const { game, ids, start, first, one } = await played()
    await store(game, 'ContainerStart', [String(first.id), first.title], new Date(start + 500))
    await store(game, 'CheatDetected', [first.title, one.name, 'another'], new Date(start + 1000))
    await store(game, 'Normal', ['doors open'], new Date(start - 1000))
    // Neither an unjudged submission nor one without an instance is an event.
    const [odd] = await sendFlags(suite.domain.stores.db, game, [{ team: one, challenge: first }])
    await suite.domain.stores.db.pool.query(`UPDATE submissions SET status = 'NotFound' WHERE id = $1`, [odd])
    await suite.domain.stores.db.pool.query(`UPDATE submissions SET status = 'CheatDetected' WHERE id = $1`, [
      ids[1]
    ])
    await sendFlags(suite.domain.stores.db, game, [{ team: one, challenge: first }])

    const { monitoring } = suite.domain.services
    const all = await monitoring.events(suite.monitor, game.id, EVERY, FIRST)
    expect(all.map(({ type, values }) => [type, values[0]])).toEqual([
      ['FlagSubmit', 'WrongAnswer'],
      ['FlagSubmit', 'Accepted'],
      ['CheatDetected', first.title],
      ['FlagSubmit', 'WrongAnswer'],
      ['ContainerStart', String(first.id)],
      ['FlagSubmit', 'Accepted'],
      ['Normal', 'doors open']
    ])
    expect(all[5]).toMatchObject({
      values: ['Accepted', first.flag, first.title, String(first.id)],
      user: one.members[0].name,
      team: one.name
    })
    const paged = []
    for (let skip = 0; skip < 8; skip += 3)
      paged.push(...(await monitoring.events(suite.monitor, game.id, EVERY, { count: 3, skip })))
    expect(paged).toEqual(all)
    expect(new Set(all.map(({ key }) => key)).size).toBe(7)

    const types = async (filter: Partial<EventFilter>) => {
      const list = await monitoring.events(suite.monitor, game.id, { ...EVERY, ...filter }, FIRST)
      expect(await monitoring.eventCount(suite.monitor, game.id, { ...EVERY, ...filter })).toBe(list.length)
      return list.map(({ type }) => type)
    }
    expect(await types({ hideContainer: true })).not.toContain('ContainerStart')
    expect(await types({ hideContainer: true })).toHaveLength(6)
    expect(await types({ kind: 'instances' })).toEqual(['ContainerStart'])
    expect(await types({ kind: 'instances', hideContainer: true })).toEqual([])
    expect(await types({ kind: 'cheating' })).toEqual(['CheatDetected'])
    expect(await types({ kind: 'flags' })).toHaveLength(4)
    expect(await types({ search: 'doors' })).toEqual(['Normal'])
    expect(await types({ search: first.title })).toEqual([
      'CheatDetected',
      'FlagSubmit',
      'ContainerStart',
      'FlagSubmit'
    ])
    expect(await types({ team: game.teams[1]!.teamId })).toEqual(['FlagSubmit', 'FlagSubmit'])
  })
})

describe('news after a cursor', () => {
  it('are complete, come once, and stop before unjudged ones', async () => {
    const { game, ids, one, first, start } = await played()
    const { monitoring } = suite.domain.services
    const end = await monitoring.head(game.id)
    expect(end.submission).toBe(ids[3])
    expect((await monitoring.since(game.id, end, 10)).submissions).toEqual([])

    const read: number[] = []
    let at: Cursor = { at: 0, submission: 0, event: 0, late: 0 }
    for (let more = true; more; ) {
      const news = await monitoring.since(game.id, at, 3)
      read.push(...news.submissions.map(({ id }) => id))
      at = news.to
      more = news.more
    }
    expect(read).toEqual(ids)
    expect(at).toEqual(end)

    const [pending] = await sendFlags(suite.domain.stores.db, game, [{ team: one, challenge: first }])
    await store(game, 'ContainerStart', [String(first.id), first.title], new Date(start))
    expect(await monitoring.head(game.id)).toEqual({ ...end, event: expect.any(Number) })
    const events = await monitoring.since(game.id, end, 10)
    expect([events.submissions, events.events.map(({ type }) => type)]).toEqual([[], ['ContainerStart']])
    await judged(game)
    const news = await monitoring.since(game.id, events.to, 10)
    expect(news.submissions.map(({ id, status }) => [id, status])).toEqual([[pending, 'Accepted']])
    expect(news.events.map(({ key }) => key)).toEqual([`s${pending}`])
  })

  it('have figures of what was judged up to it', async () => {
    const { game, ids } = await played()
    const { monitoring } = suite.domain.services
    const end = await monitoring.head(game.id)
    const figures = await monitoring.figures(suite.monitor, game.id, ALL, end)
    expect(figures.verdicts).toEqual({ Accepted: 2, WrongAnswer: 2, CheatDetected: 0, NotFound: 0 })
    const first = await monitoring.since(game.id, { at: 0, submission: 0, event: 0, late: 0 }, 1)
    expect(first.to.submission).toBe(ids[0])
    expect((await monitoring.figures(suite.monitor, game.id, ALL, first.to)).verdicts.Accepted).toBe(1)
  })

  it('have figures of the filter', async () => {
    const { game, one, two, first, second } = await played()
    const { monitoring } = suite.domain.services
    const end = await monitoring.head(game.id)
    const of = async (filter: Partial<SubmissionFilter>, upTo = end) => {
      const { verdicts, recent } = await monitoring.figures(
        suite.monitor,
        game.id,
        { ...ALL, ...filter },
        upTo
      )
      return [verdicts.Accepted, verdicts.WrongAnswer, recent.length]
    }
    expect(await of({ team: one.teamId, challenge: first.id })).toEqual([1, 0, expect.any(Number)])
    expect((await of({ team: two.teamId, type: 'Accepted' })).slice(0, 2)).toEqual([1, 1])
    expect((await of({ challenge: second.id })).slice(0, 2)).toEqual([1, 1])
    expect((await of({ search: '100%_' })).slice(0, 2)).toEqual([0, 1])
    const early = await monitoring.since(game.id, { at: 0, submission: 0, event: 0, late: 0 }, 2)
    expect((await of({ challenge: second.id }, early.to)).slice(0, 2)).toEqual([0, 0])
    await sendFlags(suite.domain.stores.db, game, [{ team: two, challenge: second, answer: 'flag{now}' }])
    await judged(game)
    const now = await monitoring.head(game.id)
    const recent = async (filter: Partial<SubmissionFilter>) => (await of(filter, now))[2]
    expect(await recent({ team: two.teamId, challenge: second.id })).toBeGreaterThan(
      (await recent({ team: one.teamId, challenge: first.id }))!
    )
  })
})
