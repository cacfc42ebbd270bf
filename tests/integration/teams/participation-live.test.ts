import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addToTeam, changeGame, inStatus, reviewOf } from '../../support/accounts/registrations'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type Member, playGame } from '../../support/fixtures'
import { foldedBoard, type RunningScoring, runScoring, watchGame } from '../../support/scoring/scoring'
import { until } from '../../support/until'

let domain: Domain
let scoring: RunningScoring

beforeAll(async () => {
  domain = await openDomain()
  scoring = await runScoring(domain.stores)
})
afterAll(async () => {
  await scoring?.close()
  await domain?.close()
})

const judged = (gameId: number) =>
  until(async () => {
    const { rows } = await domain.stores.db.pool.query(
      `SELECT 1 FROM submissions WHERE game_id = $1 AND status = 'FlagSubmitted' LIMIT 1`,
      [gameId]
    )
    return rows.length === 0
  })

const cookieOf = async (member: Member) => {
  const { cookie } = await domain.services.accounts.sessions.start(member.id, domain.as(member))
  return cookie.split(';')[0]!
}

describe('a suspension', () => {
  it('takes the team off the board while flags come; its counted solves return afterwards', async () => {
    const { services, as, admin, stores } = domain
    const { setStatus } = services.participations
    for (let round = 0; round < 3; round++) {
      const game = await playGame(stores.db, { teams: 2, challenges: 8 })
      const [gone, stays] = game.teams as [(typeof game.teams)[0], (typeof game.teams)[0]]
      const flags = [stays, gone].flatMap((team) =>
        game.challenges.map(({ id, flag }) => ({ member: team.members[0], id, flag }))
      )
      const sent = flags.map(async ({ member, id, flag }, place) => {
        await new Promise((resolve) => setTimeout(resolve, place))
        return services.submissions.submit(as(member), game.id, id, flag)
      })
      const cut = new Promise((resolve) => setTimeout(resolve, 10)).then(() =>
        setStatus(admin, gone.participationId, 'Suspended')
      )
      const { done, codes } = await outcomes(sent)
      await cut
      expect(new Set(codes)).toEqual(new Set(codes.length > 0 ? ['participation.not_accepted'] : []))
      const [first] = game.challenges
      const again = services.submissions.submit(as(gone.members[0]), game.id, first!.id, first!.flag)
      await refused(again, 'participation.not_accepted', 400)
      await judged(game.id)

      const without = await foldedBoard(stores, game.id)
      expect(without.items.map(({ id, solvedCount }) => [id, solvedCount])).toEqual([[stays.teamId, 8]])
      await setStatus(admin, gone.participationId, 'Accepted')
      const back = await foldedBoard(stores, game.id)
      const solved = new Map(back.items.map(({ id, solvedCount }) => [id, solvedCount]))
      expect(solved).toEqual(
        new Map([
          [stays.teamId, 8],
          [gone.teamId, done - 8]
        ])
      )
    }
  })
})

describe('a rejection of a team that played', () => {
  it('takes it off the board until it is accepted again, and stays as evidence without registrations', async () => {
    const { services, as, admin, stores } = domain
    const { setStatus, join, leave } = services.participations
    const game = await playGame(stores.db, { teams: 2, challenges: 2 })
    const [gone, stays] = game.teams as [(typeof game.teams)[0], (typeof game.teams)[0]]
    for (const { id, flag } of game.challenges)
      await services.submissions.submit(as(gone.members[0]), game.id, id, flag)
    await judged(game.id)
    const board = async () => {
      const { items, challenges } = await foldedBoard(stores, game.id)
      const solved = Object.values(challenges).flatMap((row) => row.map((challenge) => challenge.solved))
      return [items.map(({ id, solvedCount }) => [id, solvedCount]), solved]
    }
    const whole = [
      [
        [gone.teamId, 2],
        [stays.teamId, 0]
      ],
      [1, 1]
    ]
    const alone = [[[stays.teamId, 0]], [0, 0]]
    expect(await board()).toEqual(whole)
    for (const detour of ['Accepted', 'Suspended'] as const) {
      await setStatus(admin, gone.participationId, detour)
      await setStatus(admin, gone.participationId, 'Rejected')
      expect(await board()).toEqual(alone)
      await join(as(gone.members[0]), game.id, { teamId: gone.teamId })
      expect(await board()).toEqual(alone)
      await setStatus(admin, gone.participationId, 'Accepted')
      expect(await board()).toEqual(whole)
    }
    await setStatus(admin, gone.participationId, 'Rejected')
    for (const member of gone.members) await leave(as(member), game.id).catch(() => {})
    // What it sent is evidence (docs/rules/participation.md#leaving-a-game).
    const left = await reviewOf(services, admin, game.id)
    expect(left.map(({ id, status }) => [id, status]).toSorted()).toEqual(
      [
        [gone.participationId, 'Rejected'],
        [stays.participationId, 'Accepted']
      ].toSorted()
    )
    expect(await board()).toEqual(alone)
  })
})

describe('sockets of a hidden game', () => {
  it('are disconnected when the last registration of the team is withdrawn or moves to another team', async () => {
    const { services, as } = domain
    for (const move of [false, true]) {
      const { gameId, team } = await inStatus(domain, move ? 'Rejected' : 'Pending', {}, 2)
      await changeGame(domain, gameId, { hidden: true })
      const [captain, mate] = team.members as [Member, Member]
      const cookie = await cookieOf(mate)
      const { socket } = await watchGame(scoring.url, { game: gameId }, { cookie })
      if (move) {
        const other = await domain.team()
        await addToTeam(domain, other, captain)
        await services.participations.join(as(captain), gameId, { teamId: other.id })
      } else await services.participations.leave(as(captain), gameId)
      await until(() => socket.disconnected)
      await expect(watchGame(scoring.url, { game: gameId }, { cookie })).rejects.toThrow('game.not_found')
      await refused(services.games.one(as(mate), gameId), 'game.not_found', 404)
    }
  })
})
