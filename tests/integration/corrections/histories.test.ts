import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { fold, settle } from '~/scoring/rules'
import { oracle } from '~/scoring/rules/testing/oracle'
import type { CorrectionInput } from '~/server/corrections/contract'
import { readEntries, verifyChain } from '~/server/ledger'
import { isAppError } from '~/server/platform/errors'
import { MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const TEAMS = 4
const CHALLENGES = 2

const DIVISIONS = ['Open', 'Students']

const team = fc.nat(TEAMS - 1)
const challenge = fc.nat(CHALLENGES - 1)
/** Minutes after the start; the game has 60. */
const minute = fc.integer({ min: 0, max: 58 })
const flag = fc.nat(2)

const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('send' as const), team, challenge, minute, flag }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('flags' as const), challenge, right: fc.uniqueArray(flag) })
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rejudge' as const), challenge }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('award' as const),
      team,
      points: fc.integer({ min: -50, max: 50 })
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('grant' as const), team, challenge, minute }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('void' as const),
      team: fc.option(team),
      challenge,
      from: minute,
      minutes: fc.integer({ min: 1, max: 30 })
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('incident' as const),
      challenge: fc.option(challenge),
      from: minute,
      minutes: fc.integer({ min: 1, max: 30 }),
      solves: fc.constantFrom('keep' as const, 'void' as const),
      decay: fc.constantFrom('run' as const, 'stop' as const)
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('end' as const), minute: fc.integer({ min: 5, max: 60 }) })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('extend' as const),
      division: fc.constantFrom(...DIVISIONS, null),
      minute: fc.integer({ min: 5, max: 60 })
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      team,
      division: fc.constantFrom(...DIVISIONS)
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('extra' as const),
      team,
      minutes: fc.integer({ min: 0, max: 60 })
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      team,
      status: fc.constantFrom('Accepted' as const, 'Suspended' as const)
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      challenge,
      edit: fc.oneof(
        fc.record({ isEnabled: fc.boolean() }),
        fc.record({ originalScore: fc.integer({ min: 1, max: 1000 }) })
      )
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('pause' as const, 'resume' as const, 'freeze' as const, 'reveal' as const)
    })
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat() }) }
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

interface Played {
  game: PlayedGame
  start: number
  /** Minutes after the start of the last answer, because answers are stored in order of time. */
  clock: number
  /** Whether a blood may have had no notice, because the game was over. */
  silent: boolean
}

const judgeAll = async (game: PlayedGame) => {
  while ((await judge(domain.stores.db, game.id)).rows.length > 0);
}

/** Ignores refusals, which are part of the history; any other error is a bug. */
const tried = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => {},
    (error: unknown) => {
      if (!isAppError(error)) throw error
    }
  )

/** Expects that a correction does what its preview showed. */
async function correct({ game }: Played, correction: CorrectionInput): Promise<void> {
  const { corrections } = domain.services
  const preview = await corrections.preview(domain.admin, game.id, correction)
  const before = preview.empty ? null : await boardOf(game)
  const { digest } = preview
  const done = corrections.apply(domain.admin, game.id, { correction, reason: 'Because.', digest })
  if (preview.empty) await expect(done).rejects.toMatchObject({ code: 'correction.nothing' })
  else expectEffect(before!, await boardOf(await done.then(() => game)), (await done).effect)
}

type Board = Map<number, { score: number; rank: number }>
async function boardOf(game: PlayedGame): Promise<Board> {
  const events = await readEntries(domain.stores.db.pool, game.id, 0, 100_000)
  return new Map(oracle(events).teams.map(({ id, score, rank }) => [id, { score, rank }]))
}

function expectEffect(before: Board, after: Board, effect: { gain: number; lose: number; ranks: number }) {
  const of = (
    differs: (was: { score: number; rank: number }, is: { score: number; rank: number }) => boolean
  ) => [...after].filter(([id, is]) => differs(before.get(id)!, is)).length
  expect({ gain: effect.gain, lose: effect.lose, ranks: effect.ranks }).toEqual({
    gain: of((was, is) => is.score > was.score),
    lose: of((was, is) => is.score < was.score),
    ranks: of((was, is) => is.rank !== was.rank)
  })
}

const FLAGS = ['flag{a}', 'flag{b}', 'flag{c}']

async function run(played: Played, one: Act): Promise<void> {
  const { game, start } = played
  const { db } = domain.stores
  const { corrections, games } = domain.services
  const at = (minutes: number) => start + minutes * MINUTE_MS
  const teamOf = (place: number) => game.teams[place]!.participationId
  switch (one.do) {
    case 'send': {
      played.clock = Math.min(58, played.clock + (one.minute % 4))
      const [sender, target] = [game.teams[one.team]!, game.challenges[one.challenge]!]
      await sendFlags(db, game, [
        { team: sender, challenge: target, answer: FLAGS[one.flag]!, at: at(played.clock) }
      ])
      return judgeAll(game)
    }
    case 'flags': {
      const { id } = game.challenges[one.challenge]!
      await db.pool.query('DELETE FROM flags WHERE challenge_id = $1', [id])
      for (const right of one.right)
        await db.pool.query('INSERT INTO flags (challenge_id, flag) VALUES ($1, $2)', [id, FLAGS[right]])
      return
    }
    case 'rejudge':
      return correct(played, { kind: 'rejudge', challengeIds: [game.challenges[one.challenge]!.id] })
    case 'award':
      return correct(played, { kind: 'award', participationIds: [teamOf(one.team)], points: one.points || 1 })
    case 'grant': {
      const challengeId = game.challenges[one.challenge]!.id
      const given = { kind: 'solve' as const, participationIds: [teamOf(one.team)], challengeId }
      return void (await tried(
        correct(played, { ...given, at: new Date(at(Math.min(one.minute, played.clock))) })
      ))
    }
    case 'void': {
      const challengeId = game.challenges[one.challenge]!.id
      const participationIds = one.team === null ? null : [teamOf(one.team)]
      const times = { from: new Date(at(one.from)), to: new Date(at(one.from + one.minutes)) }
      return correct(played, { kind: 'void', challengeId, participationIds, ...times })
    }
    case 'incident': {
      const { solves, decay } = one
      const challengeIds = one.challenge === null ? null : [game.challenges[one.challenge]!.id]
      const times = { from: new Date(at(one.from)), to: new Date(at(one.from + one.minutes)) }
      return void (await tried(correct(played, { kind: 'incident', challengeIds, ...times, solves, decay })))
    }
    case 'end':
      return void (await games.update(domain.admin, game.id, { end: new Date(at(one.minute)) }))
    case 'extend': {
      const { division } = one
      return void (await tried(
        correct(played, { kind: 'extension', division, end: new Date(at(one.minute)) })
      ))
    }
    case 'move': {
      const edit = { organization: one.division }
      return domain.services.participations.change(domain.admin, teamOf(one.team), edit)
    }
    case 'status':
      return domain.services.participations.change(domain.admin, teamOf(one.team), { status: one.status })
    case 'edit': {
      const { id } = game.challenges[one.challenge]!
      return void (await tried(domain.services.challenges.update(domain.admin, game.id, id, one.edit)))
    }
    case 'pause': {
      const until = new Date(Date.now() + 10 * MINUTE_MS)
      return tried(domain.services.pausing.pause(domain.admin, game.id, { until, reason: 'No power.' }))
    }
    case 'resume':
      return tried(domain.services.pausing.resume(domain.admin, game.id))
    case 'freeze':
      return tried(domain.services.freezing.set(domain.admin, game.id, 'now'))
    case 'reveal':
      return tried(domain.services.freezing.reveal(domain.admin, game.id))
    case 'extra': {
      const [admin, id] = [domain.admin, teamOf(one.team)]
      const { extraTimes } = domain.services
      const done =
        one.minutes === 0
          ? extraTimes.take(admin, game.id, id)
          : extraTimes.give(admin, game.id, id, { minutes: one.minutes, reason: 'Agreed.' })
      return void (await tried(done))
    }
    case 'undo': {
      const { data } = await corrections.list(domain.admin, game.id, { count: 100, skip: 0 })
      if (data.length === 0) return
      const { number } = data[one.which % data.length]!
      return void (await tried(corrections.undo(domain.admin, game.id, number, { reason: 'Because not.' })))
    }
  }
}

/** The solves that follow from the answers, computed independently of the product. */
async function expectedSolves({ game }: Played) {
  const { rows } = await domain.stores.db.pool.query(
    `SELECT s.*, g.start_at, g.end_at, g.division_ends, p.division, p.extra_ms FROM submissions s
     JOIN games g ON g.id = s.game_id JOIN participations p ON p.id = s.participation_id WHERE s.game_id = $1`,
    [game.id]
  )
  const first = new Map<string, { id: number; at: number }>()
  const inOrder = [...rows].sort((a, b) => a.submitted_at - b.submitted_at || a.id - b.id)
  for (const answer of inOrder) {
    const counts = answer.ruling === 'granted' || (answer.ruling === null && answer.status === 'Accepted')
    const own = answer.division_ends[answer.division]
    const end = Math.max(answer.end_at.getTime() + Number(answer.extra_ms), own ? Date.parse(own) : 0)
    const inTime = answer.submitted_at >= answer.start_at && answer.submitted_at.getTime() < end
    const pair = `${answer.participation_id} ${answer.challenge_id}`
    if (counts && inTime && !first.has(pair))
      first.set(pair, { id: answer.id, at: answer.submitted_at.getTime() })
  }
  return [...first].map(([pair, { id, at }]) => `${pair} ${id} ${at}`).sort()
}

async function storedSolves({ game }: Played) {
  const { rows } = await domain.stores.db.pool.query('SELECT * FROM solves WHERE game_id = $1', [game.id])
  return rows
    .map(
      (row) => `${row.participation_id} ${row.challenge_id} ${row.submission_id} ${row.solved_at.getTime()}`
    )
    .sort()
}

async function ledgerSolves({ game }: Played) {
  const state = fold(await readEntries(domain.stores.db.pool, game.id, 0, 100_000))
  settle(state)
  return [...state.teams.values()]
    .flatMap((one) =>
      one.solves.map(({ challenge, submissionId, at }) => `${one.id} ${challenge.id} ${submissionId} ${at}`)
    )
    .sort()
}

const BLOODS = ['FirstBlood', 'SecondBlood', 'ThirdBlood']

/** Notices of bloods that follow from the solves of teams that play: `type challenge team`. */
async function expectedBloods({ game }: Played) {
  const { rows } = await domain.stores.db.pool.query(
    `SELECT v.challenge_id, t.name FROM solves v
     JOIN participations p ON p.id = v.participation_id JOIN teams t ON t.id = p.team_id
     JOIN challenges c ON c.id = v.challenge_id
     WHERE v.game_id = $1 AND p.status = 'Accepted' ORDER BY v.solved_at, v.submission_id`,
    [game.id]
  )
  const places = new Map<number, number>()
  return rows
    .flatMap(({ challenge_id: id, name }) => {
      const place = places.get(id) ?? 0
      places.set(id, place + 1)
      return place < BLOODS.length ? [`${BLOODS[place]} ${id} ${name}`] : []
    })
    .sort()
}

async function storedBloods({ game }: Played) {
  const { rows } = await domain.stores.db.pool.query(
    'SELECT type, challenge_id, "values"[1] AS name FROM notices WHERE game_id = $1 AND type = ANY ($2)',
    [game.id, BLOODS]
  )
  return rows.map(({ type, challenge_id: id, name }) => `${type} ${id} ${name}`).sort()
}

/** Minutes in which the decay is stopped, by challenge, from incidents that were not undone. */
async function expectedStops({ game, start }: Played) {
  const { data } = await domain.services.corrections.list(domain.admin, game.id, { count: 100, skip: 0 })
  return game.challenges.map(({ id }) => {
    const minutes = new Set<number>()
    for (const { incident, undone, challenges } of data) {
      if (!incident || undone || incident.decay === 'run') continue
      if (challenges.length > 0 && challenges.every((one) => one.id !== id)) continue
      const [from, to] = [incident.from, incident.to].map((time) => (Date.parse(time) - start) / MINUTE_MS)
      for (let one = from!; one < to!; one++) minutes.add(one)
    }
    return [...minutes].sort((a, b) => a - b)
  })
}

async function ledgerStops({ game, start }: Played) {
  const state = fold(await readEntries(domain.stores.db.pool, game.id, 0, 100_000))
  return game.challenges.map(({ id }) =>
    (state.challenges.get(id)?.stopped ?? []).flatMap(([from, to]) =>
      Array.from({ length: (to - from) / MINUTE_MS }, (_, index) => (from - start) / MINUTE_MS + index)
    )
  )
}

describe('any history of corrections', () => {
  it('keeps answers, solves and ledger in agreement, and the ledger verifies', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 24 }), async (acts) => {
        // An hour in the past, so that times may come out of order.
        const game = await playGame(domain.stores.db, {
          teams: TEAMS,
          challenges: CHALLENGES,
          startsIn: -59 * MINUTE_MS,
          endsIn: MINUTE_MS,
          divisionOf: (place) => DIVISIONS[place % 2]!
        })
        await domain.stores.db.pool.query('UPDATE games SET divisions = $2 WHERE id = $1', [
          game.id,
          DIVISIONS
        ])
        const { rows } = await domain.stores.db.pool.query('SELECT start_at FROM games WHERE id = $1', [
          game.id
        ])
        const played = { game, start: (rows[0].start_at as Date).getTime(), clock: 0, silent: false }
        await run(played, { do: 'flags', challenge: 0, right: [0] })
        await run(played, { do: 'flags', challenge: 1, right: [1] })
        for (const one of acts) {
          await run(played, one)
          played.silent ||= one.do === 'end'
          const expected = await expectedSolves(played)
          expect(await storedSolves(played), JSON.stringify(one)).toEqual(expected)
          expect(await ledgerSolves(played), JSON.stringify(one)).toEqual(expected)
        }
        await run(played, { do: 'reveal' })
        if (!played.silent) expect(await storedBloods(played)).toEqual(await expectedBloods(played))
        expect(await ledgerStops(played)).toEqual(await expectedStops(played))
        expect((await verifyChain(domain.stores.db.pool, game.id)).firstBad).toBeNull()
        const { rows: counts } = await domain.stores.db.pool.query(
          `SELECT status, count(*)::int AS n FROM submissions WHERE game_id = $1 GROUP BY 1
           EXCEPT SELECT status, n FROM submission_counts WHERE game_id = $1`,
          [game.id]
        )
        expect(counts).toEqual([])
      }),
      { numRuns: 30 }
    )
  }, 300_000)
})
