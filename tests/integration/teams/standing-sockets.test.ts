import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Handshake } from '~/scoring/gateway/contract'
import { HOUR_MS } from '~/server/platform/time'
import { changeGame, inStatus } from '../../support/accounts/registrations'
import { type Domain, openDomain } from '../../support/domain'
import { type Member, playGame } from '../../support/fixtures'
import { type RunningScoring, runScoring, type ViewerSocket, watchGame } from '../../support/scoring/scoring'
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

const open: ViewerSocket[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})

async function watch(auth: Handshake, member?: Member): Promise<ViewerSocket> {
  const headers: Record<string, string> = {}
  if (member) {
    const { cookie } = await domain.services.accounts.sessions.start(member.id, domain.as(member))
    headers.cookie = cookie.split(';')[0]!
  }
  const viewer = await watchGame(scoring.url, auth, headers)
  open.push(viewer)
  return viewer
}

const statuses = (viewer: ViewerSocket) => viewer.of('standing').map(({ status }) => status)
const expectStates = (viewer: ViewerSocket, expected: string[]) =>
  until(() => {
    expect(statuses(viewer)).toEqual(expected)
    return true
  })

const LATER = { start: new Date(Date.now() + HOUR_MS), end: new Date(Date.now() + 7_200_000) }

describe('the status of a team', () => {
  it('is pushed to its members at once, also before the start, and to nobody else', async () => {
    const { services, admin } = domain
    const { gameId, id, team } = await inStatus(domain, 'Pending', LATER)
    const outsider = await domain.team()
    const news = { game: gameId, newsOnly: true }
    const member = await watch(news, team.captain)
    const other = await watch(news, outsider.captain)
    const visitor = await watch(news)
    await expectStates(member, ['Pending'])
    await expectStates(other, ['Unsubmitted'])
    await services.participations.setStatus(admin, id, 'Accepted')
    await expectStates(member, ['Pending', 'Accepted'])
    await services.participations.setStatus(admin, id, 'Suspended')
    await expectStates(member, ['Pending', 'Accepted', 'Suspended'])
    expect(member.socket.connected).toBe(true)
    expect(statuses(other)).toEqual(['Unsubmitted'])
    expect(visitor.received.map(({ name }) => name)).toEqual(['hello', 'times'])
  })

  it('is told with what the organisers wrote, until somebody of the team has read it', async () => {
    const { services, admin } = domain
    const { gameId, id, team } = await inStatus(domain, 'Accepted', {})
    const member = await watch({ game: gameId, newsOnly: true }, team.captain)
    const unread = (expected: number[]) =>
      until(() => {
        expect(member.of('standing').map((standing) => standing.unread)).toEqual(expected)
        return true
      })
    await unread([0])
    const to = { to: 'team' as const, participationId: id, division: null }
    const message = { ...to, title: 'News', text: 'Lunch is there.', mail: false, teams: 1 }
    await services.tickets.send(admin, gameId, message)
    await unread([0, 1])
    const captain = domain.as(team.captain)
    const { data } = await services.tickets.ofTeam(captain, gameId, { count: 1 })
    await services.tickets.read(captain, gameId, data[0]!.id)
    await unread([0, 1, 0])
  })

  it('is told with its division when an administrator moves it, to those who follow the board too', async () => {
    const { services, admin } = domain
    const { gameId, id, team } = await inStatus(domain, 'Accepted', { organizations: ['Open', 'Student'] })
    const member = await watch({ game: gameId }, team.captain)
    await expectStates(member, ['Accepted'])
    await services.participations.change(admin, id, { organization: 'Student' })
    await until(() => member.of('standing').length === 2)
    const { end } = await services.games.info(gameId)
    const told = { game: gameId, participationId: id, status: 'Accepted', end: end.getTime(), unread: 0 }
    expect(member.of('standing')).toEqual([
      { ...told, division: 'Open' },
      { ...told, division: 'Student' }
    ])
  })

  it('is the stored one, however fast reviews follow each other while sockets come', async () => {
    const { services, admin } = domain
    for (let round = 0; round < 5; round++) {
      const { gameId, id, team } = await inStatus(domain, 'Accepted')
      const coming = [0, 1, 2, 3].map(() => watch({ game: gameId, newsOnly: true }, team.captain))
      for (const status of ['Suspended', 'Accepted', 'Suspended'] as const)
        await services.participations.setStatus(admin, id, status)
      for (const viewer of await Promise.all(coming))
        await until(() => statuses(viewer).at(-1) === 'Suspended')
    }
  })
})

describe('a socket for notices alone', () => {
  it('receives notices and nothing of the board', async () => {
    const game = await playGame(domain.stores.db)
    const [viewer, board] = [await watch({ game: game.id, newsOnly: true }), await watch({ game: game.id })]
    const [challenge] = game.challenges
    const [member] = game.teams[0]!.members
    await domain.services.submissions.submit(domain.as(member), game.id, challenge!.id, challenge!.flag)
    await until(() => board.of('delta').length > 0)
    await domain.services.notices.publish(domain.admin, game.id, { content: 'Lunch is ready' })
    for (const one of [viewer, board])
      await until(() => one.notices().some(({ values }) => values[0] === 'Lunch is ready'))
    expect(new Set(viewer.received.map(({ name }) => name))).toEqual(new Set(['hello', 'times', 'notices']))
    const lunches = viewer.notices().filter(({ type }) => type === 'Normal')
    expect(lunches).toHaveLength(1)
  })

  it('receives them after the last one with a board has disconnected', async () => {
    const game = await playGame(domain.stores.db)
    const viewer = await watch({ game: game.id, newsOnly: true })
    const board = await watch({ game: game.id })
    board.socket.close()
    await domain.services.notices.publish(domain.admin, game.id, { content: 'Still here' })
    await until(() => viewer.notices().length === 1)
  })

  it('is disconnected when the game is hidden, and when it starts, so that it connects again', async () => {
    const { gameId } = await inStatus(domain, 'Pending', LATER)
    const visitor = await watch({ game: gameId, newsOnly: true })
    await expect(watch({ game: gameId })).rejects.toThrow('game.not_started')
    await changeGame(domain, gameId, { start: new Date(Date.now() - 1000) })
    await until(() => visitor.socket.disconnected)
    const again = await watch({ game: gameId, newsOnly: true })
    await changeGame(domain, gameId, { hidden: true })
    await until(() => again.socket.disconnected)
    await expect(watch({ game: gameId, newsOnly: true })).rejects.toThrow('game.not_found')
  })
})

describe('who works on what', () => {
  it('is told to the members of the team, who then read it', async () => {
    const { services } = domain
    const game = await playGame(domain.stores.db, { teams: 2, challenges: 1, membersEach: 2 })
    const [own, rival] = game.teams as [(typeof game.teams)[0], (typeof game.teams)[0]]
    const challenge = game.challenges[0]!.id
    const mate = await watch({ game: game.id }, own.members[1])
    const others = [await watch({ game: game.id }, rival.members[0]), await watch({ game: game.id })]
    const reader = domain.as(own.members[1] ?? null)
    expect(await services.workspaces.ownClaims(reader, game.id)).toEqual({})
    for (const [times, on] of [
      [1, true],
      [2, false]
    ] as const) {
      await services.workspaces.claim(domain.as(own.members[0]), game.id, challenge, on)
      await until(() => mate.of('claims').length === times)
      const names = (await services.workspaces.ownClaims(reader, game.id))[challenge]?.map(({ name }) => name)
      expect(names ?? []).toEqual(on ? [own.members[0].name] : [])
    }
    expect(mate.of('claims')).toEqual([{ game: game.id }, { game: game.id }])
    expect(others.flatMap((viewer) => viewer.of('claims'))).toEqual([])
    expect(await services.workspaces.ownClaims(domain.as(rival.members[0]), game.id)).toEqual({})
  })
})
