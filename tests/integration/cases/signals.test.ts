import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import type { Ctx } from '~/server/access/contract'
import { HOUR_MS, MINUTE_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, type PlayingTeam, playGame, sendFlags } from '../../support/fixtures'

let domain: Domain
let monitor: Ctx
let start: number
beforeAll(async () => {
  domain = await openDomain()
  const [watcher] = await domain.users(1, 'Monitor')
  monitor = domain.as(watcher!, { role: 'Monitor' })
  start = Math.floor(Date.now() / 1000) * 1000 - 50 * MINUTE_MS
})
afterAll(() => domain?.close())

const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const signals = (game: PlayedGame) => domain.services.signals.of(monitor, game.id)
const settled = async ({ id }: PlayedGame) => {
  while ((await judge(domain.stores.db, id)).rows.length > 0);
}

/** Solves at minutes after `start`: `[team, challenge, minute]`, in any order. */
async function solve(game: PlayedGame, solves: [team: number, challenge: number, minute: number][]) {
  const sent = solves
    .toSorted((a, b) => a[2] - b[2])
    .map(([team, challenge, minute]) => ({
      team: game.teams[team]!,
      challenge: game.challenges[challenge]!,
      at: start + minute * MINUTE_MS
    }))
  const ids = await sendFlags(domain.stores.db, game, sent)
  await settled(game)
  return ids
}

const open = (team: PlayingTeam, game: PlayedGame, challenge: number) =>
  domain.services.challenges.play(domain.as(team.members[0]), game.id, game.challenges[challenge]!.id)

const openingsOf = ({ id }: PlayedGame) =>
  query(
    `SELECT o.challenge_id AS challenge, o.participation_id AS team, o.opened_at AS at FROM challenge_openings o
     JOIN challenges c ON c.id = o.challenge_id WHERE c.game_id = $1 ORDER BY 1, 2`,
    id
  )

describe('openings of challenges', () => {
  it('are stored once per team and challenge, with the first time, by whatever process', async () => {
    const game = await playGame(domain.stores.db, { teams: 2, challenges: 2 })
    const [one, other] = game.teams as [PlayingTeam, PlayingTeam]
    await open(one, game, 0)
    await domain.services.openings.idle()
    const [first] = await openingsOf(game)
    await Promise.all([open(one, game, 0), open(one, game, 1), open(other, game, 0), open(other, game, 0)])
    // Another process has no cache of what this one stored.
    const again = { challengeId: game.challenges[0]!.id, participationId: one.participationId }
    const { createOpenings } = await import('~/server/openings')
    const process = createOpenings({ db: domain.stores.db, log: domain.stores.log })
    process.note(again, new Date())
    await Promise.all([domain.services.openings.idle(), process.idle()])
    const all = await openingsOf(game)
    expect(all).toHaveLength(3)
    expect(all[0]).toEqual(first)
  })

  it('of deleted challenges do not prevent others', async () => {
    const game = await playGame(domain.stores.db, { teams: 1, challenges: 2 })
    const participationId = game.teams[0]!.participationId
    const at = new Date()
    for (const challengeId of [game.challenges[0]!.id, 2_000_000_000, game.challenges[1]!.id])
      domain.services.openings.note({ challengeId, participationId }, at)
    await domain.services.openings.idle()
    expect((await openingsOf(game)).map(({ challenge }) => challenge)).toEqual(
      game.challenges.map(({ id }) => id)
    )
  })

  it('give the time that teams worked on a challenge', async () => {
    const game = await playGame(domain.stores.db, { teams: 3, challenges: 1 })
    const challenge = game.challenges[0]!.id
    const opened = (team: number, minute: number) =>
      domain.services.openings.note(
        { challengeId: challenge, participationId: game.teams[team]!.participationId },
        new Date(start + minute * MINUTE_MS)
      )
    opened(0, 0)
    opened(1, 5)
    // After the solve, so it is not counted.
    opened(2, 40)
    await domain.services.openings.idle()
    await solve(game, [
      [0, 0, 10],
      [1, 0, 25],
      [2, 0, 30]
    ])
    const { challenges } = await domain.services.statistics.of(monitor, game.id)
    expect(challenges[0]!.working).toBe(10 * MINUTE_MS)
  })
})

describe('signals', () => {
  it('are for staff, from the start on', async () => {
    const game = await playGame(domain.stores.db)
    const { signals } = domain.services
    await expect(signals.of({ ...monitor, actor: null }, game.id)).rejects.toMatchObject({ status: 401 })
    await expect(signals.of(domain.as(game.teams[0]!.members[0]), game.id)).rejects.toMatchObject({
      status: 403
    })
    await expect(signals.of(monitor, 2_000_000_000)).rejects.toMatchObject({ code: 'game.not_found' })
    const later = await playGame(domain.stores.db, { startsIn: HOUR_MS, endsIn: 7_200_000 })
    await expect(signals.of(monitor, later.id)).rejects.toMatchObject({ code: 'game.not_started' })
  })

  it('find two teams that solve one after the other, and no rush of many', async () => {
    const game = await playGame(domain.stores.db, { teams: 8, challenges: 9 })
    await solve(game, [
      // Five challenges within two minutes of each other; the second team was later at four.
      ...[0, 1, 2, 3, 4].flatMap((challenge): [number, number, number][] => [
        [0, challenge, 4 * challenge],
        [1, challenge, 4 * challenge + (challenge === 2 ? -1 : 1.5)]
      ]),
      // A rush: everybody at once.
      ...[5, 6, 7].flatMap((challenge) =>
        game.teams.map((_, team): [number, number, number] => [team, challenge, 25 + challenge + team / 20])
      ),
      // Two teams that are close twice only, and once too far apart.
      [2, 0, 30],
      [3, 0, 31],
      [2, 1, 34],
      [3, 1, 36],
      [2, 8, 38],
      [3, 8, 40.1]
    ])
    const { pairs, pairCount } = await signals(game)
    expect(pairCount).toBe(1)
    expect(pairs[0]).toMatchObject({ strength: 2, matchCount: 0, sameAddress: false })
    const [one, other] = game.teams as [PlayingTeam, PlayingTeam]
    expect(pairs[0]!.teams.map(({ participationId }) => participationId)).toEqual([
      one.participationId,
      other.participationId
    ])
    expect(
      pairs[0]!.close.map(({ challengeId, first, gap }) => [challengeId, first, gap / MINUTE_MS])
    ).toEqual(
      [0, 1, 2, 3, 4].map((place) => [
        game.challenges[place]!.id,
        place === 2 ? other.participationId : one.participationId,
        place === 2 ? 1 : 1.5
      ])
    )
  })

  it('count flags of the other team and a common address, and name evidence that a case accepts', async () => {
    const game = await playGame(domain.stores.db, { teams: 3, challenges: 3 })
    const [one, other] = game.teams as [PlayingTeam, PlayingTeam]
    await solve(
      game,
      [0, 1, 2].flatMap((challenge): [number, number, number][] => [
        [0, challenge, 5 * challenge],
        [1, challenge, 5 * challenge + 1]
      ])
    )
    const [match] = await sendFlags(domain.stores.db, game, [
      {
        team: other,
        challenge: game.challenges[0]!,
        answer: 'flag{of the other}',
        at: start + 40 * MINUTE_MS
      }
    ])
    await settled(game)
    await query(
      'INSERT INTO cheats (submission_id, game_id, participation_id, source_participation_id) VALUES ($1, $2, $3, $4)',
      ...[match, game.id, other.participationId, one.participationId]
    )
    await query(`UPDATE submissions SET ip = '198.51.100.7' WHERE game_id = $1`, game.id)
    const { pairs } = await signals(game)
    expect(pairs).toHaveLength(1)
    expect(pairs[0]).toMatchObject({ strength: 4, matches: [match], matchCount: 1, sameAddress: true })
    const opened = await domain.services.cases.open(monitor, game.id, {
      title: 'Same hand',
      evidence: [
        { kind: 'match', id: pairs[0]!.matches[0]! },
        ...pairs[0]!.close.flatMap(({ submissions }) =>
          submissions.map((id) => ({ kind: 'submission' as const, id }))
        )
      ],
      participationIds: []
    })
    expect(opened.teams.map(({ participationId }) => participationId).sort((a, b) => a - b)).toEqual(
      [one, other].map(({ participationId }) => participationId)
    )
  })

  it('leave out voided solves, and teams that left', async () => {
    const game = await playGame(domain.stores.db, { teams: 2, challenges: 3 })
    const ids = await solve(
      game,
      [0, 1, 2].flatMap((challenge): [number, number, number][] => [
        [0, challenge, 5 * challenge],
        [1, challenge, 5 * challenge + 1]
      ])
    )
    await query('DELETE FROM solves WHERE submission_id = $1', ids[0])
    expect((await signals(game)).pairs).toEqual([])
  })
})

describe('the same order of solves', () => {
  /** Team 1 follows team 0 by `behind` minutes through challenges in an order of their own; team 2 goes the other way. */
  const followed = async (behind: number, length = 6) => {
    const game = await playGame(domain.stores.db, { teams: 4, challenges: length })
    const order = [3, 0, 5, 1, 4, 2].filter((challenge) => challenge < length)
    await solve(game, [
      ...order.flatMap((challenge, place): [number, number, number][] => [
        [0, challenge, 5 * place],
        [1, challenge, 5 * place + behind]
      ]),
      ...[...order].reverse().map((challenge, place): [number, number, number] => [2, challenge, 4 * place])
    ])
    return { game, order }
  }

  it('is a signal when one follows the other, although no two solves are close', async () => {
    const { game, order } = await followed(4)
    const { pairs } = await signals(game)
    expect(pairs).toHaveLength(1)
    const [{ steps, stepCount, close, strength, teams }] = pairs as [(typeof pairs)[0]]
    expect([stepCount, close.length, strength]).toEqual([5, 0, 1])
    expect(teams.map(({ participationId }) => participationId)).toEqual(
      game.teams.slice(0, 2).map(({ participationId }) => participationId)
    )
    expect(steps.map(({ challengeIds, first, gap }) => [challengeIds, first, gap / MINUTE_MS])).toEqual(
      order
        .slice(1)
        .map((challenge, place) => [
          [game.challenges[order[place]!]!.id, game.challenges[challenge]!.id],
          game.teams[0]!.participationId,
          4
        ])
    )
    const opened = await domain.services.cases.open(monitor, game.id, {
      title: 'In step',
      evidence: steps.flatMap(({ submissions }) =>
        submissions.map((id) => ({ kind: 'submission' as const, id }))
      ),
      participationIds: []
    })
    expect(opened.teams).toHaveLength(2)
  })

  it('says nothing of four challenges, of distances above a quarter of an hour, or of an order that many have', async () => {
    expect((await signals((await followed(4, 4)).game)).pairs).toEqual([])
    expect((await signals((await followed(16)).game)).pairs).toEqual([])
    const crowd = await playGame(domain.stores.db, { teams: 4, challenges: 6 })
    await solve(
      crowd,
      crowd.teams.flatMap((_, team) =>
        crowd.challenges.map((_, challenge): [number, number, number] => [
          team,
          challenge,
          7 * challenge + 2.5 * team * (challenge % 2 === 0 ? 1 : 0.9)
        ])
      )
    )
    expect((await signals(crowd)).pairs).toEqual([])
  })
})

describe('decoys', () => {
  const dynamic = async (type: string, decoy: string | null) => {
    const game = await playGame(domain.stores.db, { teams: 3, challenges: 1 })
    await query('UPDATE challenges SET type = $2, decoy = $3 WHERE game_id = $1', game.id, type, decoy)
    return game
  }
  const idOf = ({ teams }: PlayedGame, place: number) => teams[place]!.participationId
  const send = async (game: PlayedGame, sent: [team: number, answer: string, minute: number][]) => {
    const ids = await sendFlags(
      domain.stores.db,
      game,
      sent.map(([team, answer, minute]) => ({
        team: game.teams[team]!,
        challenge: game.challenges[0]!,
        answer,
        at: start + minute * MINUTE_MS
      }))
    )
    await settled(game)
    return ids
  }

  it('that are the same for all, and own ones, concern their sender alone', async () => {
    const game = await dynamic('StaticAttachment', 'flag{trap}')
    const ids = await send(game, [
      [0, 'flag{trap}', 1],
      [1, 'flag{trap}', 2],
      [0, 'flag{trap}', 3],
      [0, 'flag{trap} ', 4]
    ])
    const { decoys, pairs } = await signals(game)
    expect(pairs).toEqual([])
    expect(decoys.map(({ team, count }) => [team.participationId, count])).toEqual([
      [idOf(game, 0), 2],
      [idOf(game, 1), 1]
    ])
    expect(decoys[0]!.sent.map(({ submission }) => submission)).toEqual([ids[2], ids[0]])
  })

  it('of another team are a signal of the two, as strong as its flag', async () => {
    const game = await dynamic('StaticContainer', 'flag{[GUID]}')
    for (const place of [0, 1, 2])
      await query(
        'INSERT INTO team_decoys (challenge_id, participation_id, decoy) VALUES ($1, $2, $3)',
        game.challenges[0]!.id,
        idOf(game, place),
        `flag{trap ${place}}`
      )
    const [foreign] = await send(game, [
      [0, 'flag{trap 1}', 1],
      [2, 'flag{trap 2}', 2],
      // The template itself is nobody's.
      [2, 'flag{[GUID]}', 3]
    ])
    const { decoys, pairs } = await signals(game)
    expect(pairs).toMatchObject([{ strength: 2, decoys: [foreign], decoyCount: 1, matchCount: 0 }])
    expect(pairs[0]!.teams.map(({ participationId }) => participationId)).toEqual([
      idOf(game, 0),
      idOf(game, 1)
    ])
    expect(decoys.map(({ team, count }) => [team.participationId, count])).toEqual([[idOf(game, 2), 1]])
  })

  it('of a file are those of the team that drew it; of a file that nobody drew, of nobody', async () => {
    const filed = async (drawn: boolean) => {
      const game = await dynamic('DynamicAttachment', null)
      const [challenge] = game.challenges
      const [{ id: flag }] = await query(
        `UPDATE flags SET decoy = 'flag{file}' WHERE challenge_id = $1 RETURNING id`,
        challenge!.id
      )
      if (drawn)
        await query(
          'INSERT INTO team_flags (challenge_id, participation_id, flag_id, flag) VALUES ($1, $2, $3, $4)',
          ...[challenge!.id, idOf(game, 1), flag, challenge!.flag]
        )
      const [sent] = await send(game, [[0, 'flag{file}', 1]])
      return { sent, found: await signals(game) }
    }
    const ahead = await filed(false)
    expect(ahead.found.decoys).toMatchObject([{ sent: [{ submission: ahead.sent }], count: 1 }])
    expect(ahead.found.pairs).toEqual([])
    const drawn = await filed(true)
    expect(drawn.found.pairs).toMatchObject([{ decoys: [drawn.sent] }])
    expect(drawn.found.decoys).toEqual([])
  })

  it('that became a flag are none any more', async () => {
    const game = await dynamic('StaticAttachment', 'flag{trap}')
    await query(
      'INSERT INTO flags (challenge_id, flag) VALUES ($1, $2)',
      game.challenges[0]!.id,
      'flag{trap}'
    )
    await send(game, [[0, 'flag{trap}', 1]])
    expect((await signals(game)).decoys).toEqual([])
  })
})

describe('entries of instances that were passed on', () => {
  const hint = async (game: PlayedGame, ...values: string[]) => {
    const title = game.challenges[0]!.title
    const [{ id }] = await query(
      `INSERT INTO game_events (game_id, type, "values", at, participation_id) VALUES ($1, 'Normal', $2, now(), $3) RETURNING id`,
      game.id,
      [`Entry shared? ${title}`, values[0], String(game.challenges[0]!.id), title, ...values.slice(1)],
      game.teams[0]!.participationId
    )
    return Number(id)
  }

  it('are a signal of two teams where the account is of another, else of the one', async () => {
    const game = await playGame(domain.stores.db, { teams: 2 })
    const other = game.teams[1]!
    const foreign = await hint(game, 'account', 'Rook', String(other.participationId))
    const stranger = await hint(game, 'account', 'Nobody')
    const networks = await hint(game, 'networks', '4')
    const { pairs, entries } = await signals(game)
    expect(pairs).toMatchObject([{ strength: 2, entries: [foreign], entryCount: 1 }])
    expect(entries).toHaveLength(1)
    expect(entries[0]!.team.participationId).toBe(game.teams[0]!.participationId)
    expect(entries[0]!.hints.map(({ event, sign, detail }) => [event, sign, detail])).toEqual([
      [networks, 'networks', '4'],
      [stranger, 'account', 'Nobody'],
      [foreign, 'account', 'Rook']
    ])
    const opened = await domain.services.cases.open(monitor, game.id, {
      title: 'One door',
      evidence: [{ kind: 'event', id: foreign }],
      participationIds: [other.participationId]
    })
    expect(opened.teams).toHaveLength(2)
  })
})

describe('solves without an opening', () => {
  const played = async (openedBy: (team: number, challenge: number) => boolean) => {
    const game = await playGame(domain.stores.db, { teams: 4, challenges: 5 })
    for (const [place, { participationId }] of game.teams.entries())
      for (const [at, { id }] of game.challenges.entries())
        if (openedBy(place, at))
          domain.services.openings.note({ challengeId: id, participationId }, new Date(start))
    await domain.services.openings.idle()
    await solve(
      game,
      game.teams.flatMap((_, team) =>
        game.challenges.map((_, challenge): [number, number, number] => [
          team,
          challenge,
          8 * challenge + 3 * team
        ])
      )
    )
    return game
  }

  it('are listed by team', async () => {
    const game = await played((team, challenge) => team !== 2 || challenge > 1)
    const { unopened, unopenedSolves, solves } = await signals(game)
    expect([unopenedSolves, solves]).toEqual([2, 20])
    expect(unopened).toMatchObject([{ team: { participationId: game.teams[2]!.participationId }, count: 2 }])
    expect(unopened![0]!.solves.map(({ challengeId }) => challengeId)).toEqual(
      game.challenges.slice(0, 2).map(({ id }) => id)
    )
  })

  it('are no signal where many solve so', async () => {
    const game = await played((team) => team < 2)
    expect(await signals(game)).toMatchObject({ unopened: null, unopenedSolves: 10, solves: 20 })
  })

  it('are unknown in a game without openings', async () => {
    const game = await played(() => false)
    expect(await signals(game)).toMatchObject({ unopened: [], unopenedSolves: 0, solves: 0 })
  })
})
