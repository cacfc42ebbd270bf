import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { fold, settle } from '~/scoring/rules'
import type { CorrectionInput } from '~/server/corrections/contract'
import { readEntries } from '~/server/ledger'
import { MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame, type SentFlag, sendFlags } from '../../support/fixtures'
import { foldedBoard } from '../../support/scoring/scoring'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const ago = (minutes: number) => Math.floor(Date.now() / 1000) * 1000 - minutes * MINUTE_MS

async function sendJudged(game: PlayedGame, flags: SentFlag[]): Promise<number[]> {
  const ids = await sendFlags(domain.stores.db, game, flags)
  while ((await judge(domain.stores.db, game.id)).rows.length > 0);
  return ids
}

const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const solversOf = async (challengeId: number) =>
  (
    await query(
      'SELECT participation_id AS id FROM solves WHERE challenge_id = $1 ORDER BY solved_at',
      challengeId
    )
  ).map(({ id }) => id)
const bloodsOf = async (game: PlayedGame) =>
  (
    await query(
      `SELECT type, "values"[1] AS team FROM notices WHERE game_id = $1 AND type LIKE '%Blood' ORDER BY published_at, id`,
      game.id
    )
  ).map(({ type, team }) => `${type} ${team}`)
const setFlags = async (challengeId: number, ...flags: string[]) => {
  await query('DELETE FROM flags WHERE challenge_id = $1', challengeId)
  for (const flag of flags)
    await query('INSERT INTO flags (challenge_id, flag) VALUES ($1, $2)', challengeId, flag)
}

const preview = (game: PlayedGame, input: CorrectionInput) =>
  domain.services.corrections.preview(domain.admin, game.id, input)
const apply = (
  game: PlayedGame,
  correction: CorrectionInput,
  more: { digest?: string; announce?: boolean } = {}
) => domain.services.corrections.apply(domain.admin, game.id, { correction, reason: 'Because.', ...more })

/** A game whose first challenge had a mistyped flag, so that the right answer of a team was judged as wrong. */
async function mistyped() {
  const game = await playGame(domain.stores.db, { teams: 4, challenges: 2 })
  const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
  const [early, late, guesser, idle] = game.teams as [
    PlayedGame['teams'][0],
    PlayedGame['teams'][0],
    PlayedGame['teams'][0],
    PlayedGame['teams'][0]
  ]
  await setFlags(challenge.id, 'flag{wrogn}')
  await sendJudged(game, [
    { team: early, challenge, answer: 'flag{wrong}', at: ago(30) },
    { team: guesser, challenge, answer: 'flag{wrogn}', at: ago(20) },
    { team: late, challenge, answer: 'flag{wrong}', at: ago(10) }
  ])
  await setFlags(challenge.id, 'flag{wrong}')
  return { game, challenge, early, late, guesser, idle }
}

describe('judging again', () => {
  it('gives right answers their places, and takes those of the others', async () => {
    const { game, challenge, early, late, guesser } = await mistyped()
    const input = { kind: 'rejudge' as const, challengeIds: [challenge.id] }
    const { effect, digest } = await preview(game, input)
    expect(effect).toMatchObject({ gain: 2, lose: 1, untouched: 1, added: 2, removed: 1, verdicts: 3 })
    expect(effect.bloods).toEqual([
      {
        challengeId: challenge.id,
        title: challenge.title,
        place: 0,
        before: guesser.name,
        after: early.name
      },
      { challengeId: challenge.id, title: challenge.title, place: 1, before: null, after: late.name }
    ])
    expect(effect.top.before[0]!.name).toBe(guesser.name)
    expect(effect.top.after.slice(0, 2).map(({ name }) => name)).toEqual([early.name, late.name])
    expect(await solversOf(challenge.id), 'a preview changes nothing').toEqual([guesser.participationId])

    await apply(game, input, { digest })
    expect(await solversOf(challenge.id)).toEqual([early.participationId, late.participationId])
    expect(await bloodsOf(game)).toEqual([`FirstBlood ${early.name}`, `SecondBlood ${late.name}`])
    const again = await preview(game, input)
    expect(again.empty).toBe(true)
    await refused(apply(game, input), 'correction.nothing', 400)
  })

  it('is undone without a trace, except in the ledger', async () => {
    const { game, challenge, guesser } = await mistyped()
    const before = await query(
      'SELECT id, status, ruling FROM submissions WHERE game_id = $1 ORDER BY id',
      game.id
    )
    const { number } = await apply(game, { kind: 'rejudge', challengeIds: [challenge.id] })
    await domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'It was right.' })
    expect(
      await query('SELECT id, status, ruling FROM submissions WHERE game_id = $1 ORDER BY id', game.id)
    ).toEqual(before)
    expect(await solversOf(challenge.id)).toEqual([guesser.participationId])
    expect(await bloodsOf(game)).toEqual([`FirstBlood ${guesser.name}`])
    const kinds = (await readEntries(domain.stores.db.pool, game.id, 0, 1000))
      .map(({ kind }) => kind)
      .slice(-9)
    expect(kinds).toEqual([
      'solve',
      'correction',
      'void',
      'solve',
      'solve',
      'correction',
      'void',
      'void',
      'solve'
    ])
    await refused(
      domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'Again.' }),
      'correction.undone'
    )
  })

  it('finds and removes cheating of dynamic challenges', async () => {
    const game = await playGame(domain.stores.db, { teams: 2, challenges: 1 })
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    const [own, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    await query(`UPDATE challenges SET type = 'DynamicContainer' WHERE id = $1`, challenge.id)
    const give = (team: PlayedGame['teams'][0], flag: string) =>
      query(
        `INSERT INTO team_flags (challenge_id, participation_id, flag) VALUES ($1, $2, $3)
         ON CONFLICT (challenge_id, participation_id) DO UPDATE SET flag = excluded.flag`,
        challenge.id,
        team.participationId,
        flag
      )
    await give(own, 'flag{own}')
    await give(other, 'flag{other}')
    await sendJudged(game, [{ team: own, challenge, answer: 'flag{other}', at: ago(5) }])
    expect(await query('SELECT 1 FROM cheats WHERE game_id = $1', game.id)).toHaveLength(1)
    await give(other, 'flag{else}')
    await give(own, 'flag{other}')
    const { number } = await apply(game, { kind: 'rejudge', challengeIds: [challenge.id] })
    expect(await query('SELECT 1 FROM cheats WHERE game_id = $1', game.id)).toEqual([])
    expect(await solversOf(challenge.id)).toEqual([own.participationId])
    await domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'No.' })
    expect(await solversOf(challenge.id)).toEqual([])
  })
})

describe('taking solves back', () => {
  it('a repeated right answer does not take the place of a voided one; a later one does', async () => {
    const game = await playGame(domain.stores.db, { teams: 1, challenges: 1 })
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    const [team] = game.teams as [PlayedGame['teams'][0]]
    await sendJudged(game, [
      { team, challenge, at: ago(9) },
      { team, challenge, at: ago(8) }
    ])
    await apply(game, { kind: 'void', challengeId: challenge.id })
    expect(await solversOf(challenge.id)).toEqual([])
    await sendJudged(game, [{ team, challenge, at: ago(1) }])
    expect(await solversOf(challenge.id)).toEqual([team.participationId])
    expect((await preview(game, { kind: 'rejudge', challengeIds: [challenge.id] })).empty).toBe(true)
  })

  it('voids solves of a time, its end excluded', async () => {
    const game = await playGame(domain.stores.db, { teams: 3, challenges: 1 })
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    const [from, to] = [ago(20), ago(10)]
    const times = [from - 1, from, to]
    await sendJudged(
      game,
      times.map((at, index) => ({ team: game.teams[index]!, challenge, at }))
    )
    await apply(game, { kind: 'void', challengeId: challenge.id, from: new Date(from), to: new Date(to) })
    expect(await solversOf(challenge.id)).toEqual([
      game.teams[0]!.participationId,
      game.teams[2]!.participationId
    ])
  })
})

describe('a correction', () => {
  it('is refused when the board moved on in a way that changes it, and only then', async () => {
    const { game, challenge, late, idle } = await mistyped()
    const input = { kind: 'rejudge' as const, challengeIds: [challenge.id] }
    const { digest } = await preview(game, input)
    const [, other] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    await sendJudged(game, [{ team: late, challenge: other, at: ago(2) }])
    expect((await preview(game, input)).digest, 'another challenge was solved').toBe(digest)
    await setFlags(challenge.id, 'flag{wrong}', 'flag{wrogn}')
    await refused(apply(game, input, { digest }), 'correction.moved_on', 409)
    expect(await query('SELECT 1 FROM corrections WHERE game_id = $1', game.id)).toEqual([])
    expect(idle).toBeDefined()
  })

  it('is applied once with the digest of one preview, however often it is sent', async () => {
    const { game, late } = await mistyped()
    const input = { kind: 'award' as const, participationIds: [late.participationId], points: 50 }
    const { digest } = await preview(game, input)
    const { done, codes } = await outcomes(Array.from({ length: 10 }, () => apply(game, input, { digest })))
    expect([done, codes]).toEqual([1, Array(9).fill('correction.moved_on')])
    expect((await preview(game, input)).digest).not.toBe(digest)
    await apply(game, input, { digest: (await preview(game, input)).digest })
  })

  it('is refused for teams and challenges of another game, and for solved challenges', async () => {
    const [game, foreign] = await Promise.all([playGame(domain.stores.db), playGame(domain.stores.db)])
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const participationIds = [team.participationId]
    const [alien] = foreign.teams as [PlayedGame['teams'][0]]
    const challengeId = challenge.id
    await sendJudged(game, [{ team, challenge, at: ago(3) }])
    const away = { participationIds: [alien.participationId] }
    await refused(apply(game, { kind: 'award', ...away, points: 5 }), 'participation.not_found', 404)
    const [other] = foreign.challenges as [PlayedGame['challenges'][0]]
    await refused(apply(game, { kind: 'rejudge', challengeIds: [other.id] }), 'challenge.not_found', 404)
    await refused(apply(game, { kind: 'solve', participationIds, challengeId }), 'correction.solved')
    const at = new Date(Date.now() + 60_000)
    await refused(
      apply(game, { kind: 'solve', participationIds, challengeId, at }),
      'correction.outside_game'
    )
    const backwards = { from: new Date(ago(1)), to: new Date(ago(2)) }
    await refused(apply(game, { kind: 'void', challengeId, ...backwards }), 'correction.times')
  })

  it('is in the past by the clock of the database, whatever a process takes the time to be', async () => {
    const game = await playGame(domain.stores.db)
    const challengeId = game.challenges[0]!.id
    const participationIds = [game.teams[0]!.participationId]
    const { corrections } = domain.services
    const grant = (clock: number, at: number) => {
      const correction = { kind: 'solve' as const, participationIds, challengeId, at: new Date(at) }
      const ctx = { ...domain.admin, now: new Date(clock) }
      return corrections.apply(ctx, game.id, { correction, reason: 'Because.' })
    }
    const now = Date.now()
    await refused(grant(now + 2 * MINUTE_MS, now + MINUTE_MS), 'correction.outside_game')
    await grant(now - 2 * MINUTE_MS, now - MINUTE_MS)
    expect(await solversOf(challengeId)).toEqual(participationIds)
    const incident = {
      ...{ kind: 'incident' as const, from: new Date(now - 3 * MINUTE_MS), to: new Date(now - MINUTE_MS) },
      ...{ solves: 'keep' as const, decay: 'stop' as const }
    }
    const late = { ...domain.admin, now: new Date(now - 2 * MINUTE_MS) }
    expect(await corrections.preview(late, game.id, incident)).toMatchObject({ empty: false })
  })

  it('without a time is applied as it was previewed, however much later', async () => {
    const { game, challenge, idle } = await mistyped()
    const input = {
      kind: 'solve' as const,
      participationIds: [idle.participationId],
      challengeId: challenge.id
    }
    const [, other] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    const earlier = { ...domain.admin, now: new Date(domain.admin.now.getTime() - 1234) }
    const { digest } = await domain.services.corrections.preview(earlier, game.id, input)
    expect((await preview(game, { ...input, challengeId: other.id })).digest).not.toBe(digest)
    expect((await preview(game, { ...input, at: new Date(ago(1)) })).digest).not.toBe(digest)
    await apply(game, input, { digest })
    expect(await solversOf(challenge.id)).toContain(idle.participationId)
  })

  it('is refused to everybody but administrators', async () => {
    const { game, challenge } = await mistyped()
    const [user] = await domain.users(1)
    const { corrections } = domain.services
    const input = { kind: 'rejudge' as const, challengeIds: [challenge.id] }
    for (const caller of [domain.as(null), domain.as(user!), domain.as(user!, { role: 'Monitor' })]) {
      await expect(corrections.preview(caller, game.id, input)).rejects.toThrow(/auth\./)
      await expect(corrections.apply(caller, game.id, { correction: input, reason: 'Me.' })).rejects.toThrow(
        /auth\./
      )
      await expect(corrections.undo(caller, game.id, 1, { reason: 'Me.' })).rejects.toThrow(/auth\./)
      await expect(corrections.list(caller, game.id, { count: 1, skip: 0 })).rejects.toThrow(/auth\./)
      await expect(corrections.setPublic(caller, game.id, false)).rejects.toThrow(/auth\./)
    }
  })
})

describe('a moved end of a game', () => {
  it('lets later right answers count, and not those after an earlier end', async () => {
    const game = await playGame(domain.stores.db, {
      teams: 2,
      challenges: 1,
      startsIn: -60 * MINUTE_MS,
      endsIn: -30 * MINUTE_MS
    })
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    const [before, after] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    await sendJudged(game, [
      { team: before, challenge, at: ago(40) },
      { team: after, challenge, at: ago(20) }
    ])
    expect(await solversOf(challenge.id)).toEqual([before.participationId])
    const { games, corrections } = domain.services
    await games.update(domain.admin, game.id, { end: new Date(ago(10)) })
    expect(await solversOf(challenge.id)).toEqual([before.participationId, after.participationId])
    await games.update(domain.admin, game.id, { end: new Date(ago(50)) })
    expect(await solversOf(challenge.id)).toEqual([])
    const { data } = await corrections.list(domain.admin, game.id, { count: 10, skip: 0 })
    expect(data.map(({ kind, effect }) => [kind, effect.added, effect.removed])).toEqual([
      ['window', 0, 2],
      ['window', 1, 0]
    ])
    await refused(corrections.previewUndo(domain.admin, game.id, 1), 'correction.of_times')
  })
})

describe('the publication of corrections', () => {
  it('is a list and a notice for everybody without the actor, or for staff alone', async () => {
    const game = await playGame(domain.stores.db)
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const award = { kind: 'award' as const, participationIds: [team.participationId], points: -20 }
    await apply(game, award, { announce: true })
    const { corrections, notices, games } = domain.services
    const visitor = domain.as(null)
    const all = await corrections.published(visitor, game.id, { count: 10, skip: 0 })
    expect(all!.data).toMatchObject([
      { number: 1, points: -20, reason: 'Because.', teams: [{ name: team.name }] }
    ])
    expect(JSON.stringify(all)).not.toContain(domain.admin.actor!.userName)
    const told = await notices.list(visitor, game.id, { count: 10, skip: 0 })
    expect(told[0]).toMatchObject({ type: 'Normal', change: { kind: 'Correction', values: ['Because.'] } })
    expect((await games.one(visitor, game.id)).corrections).toBe(1)

    await corrections.setPublic(domain.admin, game.id, false)
    expect(await corrections.published(visitor, game.id, { count: 10, skip: 0 })).toBeNull()
    expect((await games.one(visitor, game.id)).corrections).toBe(0)
    expect((await corrections.list(domain.admin, game.id, { count: 10, skip: 0 })).total).toBe(1)
  })

  it('the board tells reasons of awards, unless the organiser keeps corrections to staff or a freeze hides them', async () => {
    const game = await playGame(domain.stores.db)
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const award = { kind: 'award' as const, participationIds: [team.participationId], points: -20 }
    await apply(game, award)
    const shown = async () => {
      const board = await foldedBoard(domain.stores, game.id)
      return board.items
        .find(({ id }) => id === team.teamId)!
        .adjustments.map(({ kind, reason }) => [kind, reason])
    }
    expect(await shown()).toEqual([['penalty', 'Because.']])
    await domain.services.corrections.setPublic(domain.admin, game.id, false)
    expect(await shown()).toEqual([['penalty', null]])
    await domain.services.corrections.setPublic(domain.admin, game.id, true)
    await domain.services.freezing.set(domain.admin, game.id, 'now')
    const later = { ...domain.admin, now: new Date(Date.now() + 1000) }
    await domain.services.corrections.apply(later, game.id, {
      correction: { ...award, points: 5 },
      reason: 'Because.'
    })
    expect(await shown()).toEqual([['penalty', 'Because.']])
    await domain.services.freezing.reveal(domain.admin, game.id)
    expect(await shown()).toEqual([
      ['penalty', 'Because.'],
      ['award', 'Because.']
    ])
  })

  it('gives two at once numbers of their own', async () => {
    const game = await playGame(domain.stores.db)
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const award = { kind: 'award' as const, participationIds: [team.participationId], points: 1 }
    const done = await Promise.all(Array.from({ length: 8 }, () => apply(game, award)))
    expect(done.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('notices of bloods', () => {
  async function solved() {
    const game = await playGame(domain.stores.db, { teams: 4, challenges: 2 })
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    await sendJudged(
      game,
      game.teams.map((team, place) => ({ team, challenge, at: ago(40 - place * 10) }))
    )
    const named = (...places: number[]) =>
      places.map((team, place) => `${['First', 'Second', 'Third'][place]}Blood ${game.teams[team]!.name}`)
    const { services, admin } = domain
    const become = (team: number, status: 'Suspended' | 'Accepted') =>
      services.participations.setStatus(admin, game.teams[team]!.participationId, status)
    return { game, challenge, named, become }
  }

  it('follow a team that is suspended and restored, and one that is deleted and comes back', async () => {
    const { game, named, become } = await solved()
    expect(await bloodsOf(game)).toEqual(named(0, 1, 2))
    const before = await query(
      'SELECT type, "values", published_at FROM notices WHERE game_id = $1 ORDER BY type',
      game.id
    )
    await become(0, 'Suspended')
    expect(await bloodsOf(game)).toEqual(named(1, 2, 3))
    await become(0, 'Accepted')
    expect(await bloodsOf(game)).toEqual(named(0, 1, 2))
    expect(
      await query(
        'SELECT type, "values", published_at FROM notices WHERE game_id = $1 ORDER BY type',
        game.id
      )
    ).toEqual(before)
    await domain.services.teams.adminDelete(domain.admin, game.teams[1]!.teamId)
    expect(await bloodsOf(game)).toEqual(named(0, 2, 3))
    const [entry] = await query(
      `SELECT id FROM trash WHERE kind = 'team' AND target_id = $1`,
      game.teams[1]!.teamId
    )
    await domain.services.trash.restore(domain.admin, entry.id)
    expect(await bloodsOf(game)).toEqual(named(0, 1, 2))
  })

  it('of a challenge that was renamed are put right, also where they were written before they knew it', async () => {
    for (const known of [true, false]) {
      const { game, challenge, named } = await solved()
      if (!known) await query('UPDATE notices SET challenge_id = NULL WHERE game_id = $1', game.id)
      else await query('UPDATE challenges SET title = $2 WHERE id = $1', challenge.id, 'Another name')
      const participationIds = [game.teams[0]!.participationId]
      await apply(game, { kind: 'void', challengeId: challenge.id, participationIds })
      expect(await bloodsOf(game)).toEqual(named(1, 2, 3))
    }
  })

  it('of a disabled challenge are right when it is enabled again', async () => {
    const { game, challenge, named, become } = await solved()
    const enable = (isEnabled: boolean) =>
      domain.services.challenges.update(domain.admin, game.id, challenge.id, { isEnabled })
    await enable(false)
    await become(0, 'Suspended')
    await apply(game, {
      kind: 'void',
      challengeId: challenge.id,
      participationIds: [game.teams[1]!.participationId]
    })
    await enable(true)
    expect(await bloodsOf(game)).toEqual(named(2, 3))
  })

  it('of a frozen board follow that board, and tell nothing that it hides', async () => {
    const { game, named, become } = await solved()
    await query('UPDATE games SET freeze_at = $2 WHERE id = $1', game.id, new Date(ago(15)))
    await query('DELETE FROM notices WHERE game_id = $1 AND published_at >= $2', game.id, new Date(ago(15)))
    await become(0, 'Suspended')
    expect(await bloodsOf(game), 'the fourth solved behind the freeze').toEqual(named(1, 2))
    await domain.services.freezing.reveal(domain.admin, game.id)
    expect(await bloodsOf(game)).toEqual(named(1, 2, 3))
  })
})

/** What teams are told of corrections, and whether it is on its way. */
const toldOf = async (game: PlayedGame) =>
  query(
    `SELECT c.number, n.participation_id AS team, n.points, n.undone, m.id IS NOT NULL AS sent
     FROM correction_news n JOIN corrections c ON c.id = n.correction_id
       LEFT JOIN push_messages m ON m.correction_news_id = n.id
     WHERE c.game_id = $1 ORDER BY n.id`,
    game.id
  )

it('a correction that waited while the board was frozen is hidden with its bloods, and shown by the reveal', async () => {
  const { services, stores, as } = domain
  const game = await playGame(stores.db, { teams: 2, challenges: 1 })
  const [challenge] = game.challenges
  const [team] = game.teams
  await sendJudged(game, [{ team: team!, challenge: challenge!, at: ago(5) }])
  // Of a request that came before the freeze and got the lock after it.
  const waiting = { ...domain.admin, now: new Date(Date.now() - 1000) }
  await services.freezing.set(domain.admin, game.id, 'now')
  const correction = { kind: 'void' as const, challengeId: challenge!.id }
  const { number } = await services.corrections.apply(waiting, game.id, { correction, reason: 'Because.' })
  const told = await bloodsOf(game)
  expect(told).toHaveLength(1)
  const shown = async () => (await foldedBoard(stores, game.id)).items.map(({ solvedCount }) => solvedCount)
  expect(await shown()).toEqual([1, 0])
  const published = async () =>
    (await services.corrections.published(as(null), game.id, { count: 10, skip: 0 }))!.data
  expect(await published()).toEqual([])
  await services.freezing.reveal(domain.admin, game.id)
  expect(await bloodsOf(game)).toEqual([])
  expect(await shown()).toEqual([0, 0])
  expect((await published()).map((one) => one.number)).toEqual([number])
})

it('a correction that was undone behind a freeze stands in the list of visitors until the reveal', async () => {
  const { services, as } = domain
  const game = await playGame(domain.stores.db)
  const award = { kind: 'award' as const, participationIds: [game.teams[0]!.participationId], points: 7 }
  const [early, late] = [await apply(game, award), await apply(game, { ...award, points: 9 })]
  const undo = (number: number) =>
    services.corrections.undo(domain.admin, game.id, number, { reason: 'It was wrong.' })
  const marked = async () => {
    const all = await services.corrections.published(as(null), game.id, { count: 10, skip: 0 })
    return all!.data.map(({ number, undone }) => [number, undone?.reason ?? null])
  }
  await undo(early.number)
  await services.freezing.set(domain.admin, game.id, 'now')
  await undo(late.number)
  expect(await marked()).toEqual([
    [late.number, null],
    [early.number, 'It was wrong.']
  ])
  await services.freezing.reveal(domain.admin, game.id)
  expect((await marked())[0]).toEqual([late.number, 'It was wrong.'])
})

describe('news of corrections', () => {
  it('tell each team whose points change how much, when it is applied and undone, and no other', async () => {
    const { game, challenge, early, late, guesser, idle } = await mistyped()
    const { number } = await apply(game, { kind: 'rejudge', challengeIds: [challenge.id] })
    const told = await toldOf(game)
    expect(told.map(({ team }) => team).sort()).toEqual(
      [early, late, guesser].map(({ participationId }) => participationId).sort()
    )
    expect(told.every(({ sent, undone }) => sent && !undone)).toBe(true)
    const points = new Map(told.map(({ team, points }) => [team, points]))
    expect(points.get(early.participationId)).toBeGreaterThan(points.get(late.participationId))
    expect(points.get(guesser.participationId)).toBeLessThan(0)
    await domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'It was right.' })
    const back = (await toldOf(game)).filter(({ undone }) => undone)
    expect(new Map(back.map(({ team, points }) => [team, -points]))).toEqual(points)
    expect(back.map(({ team }) => team)).not.toContain(idle.participationId)
  })

  it('wait for the reveal while the board is frozen, and none tell of what was undone before it', async () => {
    const game = await playGame(domain.stores.db)
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const award = { kind: 'award' as const, participationIds: [team.participationId], points: 7 }
    const before = await apply(game, award)
    await domain.services.freezing.set(domain.admin, game.id, 'now')
    const undo = (number: number) =>
      domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'No.' })
    const kept = await apply(game, { ...award, points: 3 })
    const gone = await apply(game, { ...award, points: 2 })
    await undo(gone.number)
    await undo(before.number)
    const first = { number: before.number, team: team.participationId, points: 7, undone: false, sent: true }
    const later = [
      { ...first, number: kept.number, points: 3 },
      { ...first, points: -7, undone: true }
    ]
    expect(await toldOf(game)).toEqual([first, ...later.map((one) => ({ ...one, sent: false }))])
    await domain.services.freezing.reveal(domain.admin, game.id)
    expect(await toldOf(game)).toEqual([first, ...later])
  })
})

describe('an incident', () => {
  it('stops the decay by solves of its time, on the board and in lists, until it is undone', async () => {
    const game = await playGame(domain.stores.db, { teams: 4, challenges: 2 })
    const [challenge] = game.challenges as [PlayedGame['challenges'][0]]
    await sendJudged(
      game,
      game.teams.map((team, place) => ({ team, challenge, at: ago(40 - place * 10) }))
    )
    const listed = async () =>
      (await domain.services.challenges.editList(domain.admin, game.id)).find(
        ({ id }) => id === challenge.id
      )!.score
    const board = async () => {
      const state = fold(await readEntries(domain.stores.db.pool, game.id, 0, 10_000))
      settle(state)
      return state.challenges.get(challenge.id)!.value
    }
    const before = await board()
    expect(await listed()).toBe(before)
    const input = {
      ...{ kind: 'incident' as const, challengeIds: null, solves: 'keep' as const, decay: 'stop' as const },
      ...{ from: new Date(ago(35)), to: new Date(ago(15)) }
    }
    const { effect, digest, empty } = await preview(game, input)
    expect([empty, effect.removed, effect.values.map(({ challengeId }) => challengeId)]).toEqual([
      false,
      0,
      [challenge.id]
    ])
    const { number, incident } = await apply(game, input, { digest })
    expect(incident).toMatchObject({ solves: 'keep', decay: 'stop' })
    expect(await board()).toBeGreaterThan(before)
    expect(await listed()).toBe(await board())
    expect(await solversOf(challenge.id)).toHaveLength(4)
    await domain.services.corrections.undo(domain.admin, game.id, number, { reason: 'It worked.' })
    expect([await board(), await listed()]).toEqual([before, before])
  })

  it('is refused with the name of the wrong time, and when it would change nothing', async () => {
    const game = await playGame(domain.stores.db, { teams: 1, challenges: 1 })
    const given = { kind: 'incident' as const, challengeIds: null, decay: 'run' as const }
    const time = (from: number, to: number) => ({ from: new Date(ago(from)), to: new Date(ago(to)) })
    await refused(preview(game, { ...given, solves: 'void', ...time(5, 5) }), 'correction.times', 400)
    await refused(preview(game, { ...given, solves: 'void', ...time(5, -5) }), 'correction.outside_game', 400)
    await refused(apply(game, { ...given, solves: 'keep', ...time(9, 5) }), 'correction.nothing', 400)
  })
})
