import { expect, it } from 'vitest'
import { COLUMNS_TYPE } from '~/app/request/board'
import type { ContractSuite } from '../../../support/api/contract-suite'
import { playGame } from '../../../support/fixtures'
import { type OpenGame, solve } from '../../../support/games/organiser'
import { addEngine, addInstance } from '../../../support/instances/instance-rows'

/** What players call. */
export function playing(suite: ContractSuite): void {
  it('players get answers as documented', async () => {
    const { drive, visitor, admin, game, captain } = suite
    const params = { id: game.id }
    const [first, open] = game.challenges as [OpenGame['challenges'][0], OpenGame['challenges'][0]]
    const here = { ...params, challengeId: first.id }
    await drive(captain.client, 'gameGetChallenge', { params: here })
    await drive(captain.client, 'gameTries', { params: here })
    await drive(visitor, 'gameSolvers', { params: here })
    await admin.ok('PUT', `/api/edit/games/${game.id}/challenges/${open.id}`, {
      pricedHints: [{ content: 'Look up', cost: 10 }]
    })
    await solve(captain, game, 0)
    const limitless = `/api/edit/games/${game.id}/challenges/${first.id}`
    await admin.ok('PUT', limitless, { attemptLimit: 9 })
    const { rank } = await captain.client.ok<{ rank: { participationId: number } }>(
      'GET',
      `/api/game/${game.id}/details`
    )
    await drive(admin, 'editResetGameChallengeAttempts', {
      params: { id: game.id, cId: first.id },
      body: { participationId: rank.participationId, reason: 'A typo.' }
    })
    await drive(admin, 'editBlockGameChallenge', {
      params: { id: game.id, cId: first.id },
      body: { reason: 'Its service is down.', announce: true }
    })
    await drive(admin, 'editUnblockGameChallenge', { params: { id: game.id, cId: first.id } })
    await admin.ok('PUT', `/api/edit/games/${game.id}`, { feedback: true })
    await drive(captain.client, 'gameGiveFeedback', { params: here, body: { stars: 4, line: 'Fine' } })
    await drive(captain.client, 'gameBuyHint', { params: { ...params, challengeId: open.id, hintId: 1 } })
    await drive(captain.client, 'gameReceipt', { params: here })
    await drive(visitor, 'gameLedgerCheckpoints', { params })
    await drive(admin, 'gameLedger', { params, download: 'application/x-ndjson' })
    const there = { ...params, challengeId: open.id }
    const submitId = await drive<number>(captain.client, 'gameSubmit', {
      params: there,
      body: { flag: 'wrong' }
    })
    await drive(captain.client, 'gameStatus', { params: { ...there, submitId } })
    await drive(visitor, 'gameNotices', { params })
    await expect
      .poll(
        async () => (await drive<{ items: unknown[] }>(visitor, 'gameScoreboard', { params })).items.length
      )
      .toBeGreaterThan(0)
    await drive(visitor, 'gameScoreboardColumns', { params, download: COLUMNS_TYPE })
    const { data } = await drive<{ data: { id: number }[] }>(captain.client, 'gameScoreboardPage', { params })
    await drive(visitor, 'gameScoreboardTeam', { params: { ...params, teamId: data[0]!.id } })
    const details = await drive<{ teamToken: string }>(captain.client, 'gameChallengesWithTeamInfo', {
      params
    })
    const { publicKey } = await admin.ok<{ publicKey: string }>('GET', `/api/edit/games/${game.id}`)
    await drive(visitor, 'teamVerifySignature', { body: { teamToken: details.teamToken, publicKey } })
  })

  it('members of a team who share what they do get answers as documented', async () => {
    const { drive, game, captain } = suite
    const params = { id: game.id }
    const one = { ...params, challengeId: game.challenges[1]!.id }
    await drive(captain.client, 'gameClaimChallenge', { params: one, body: { on: true } })
    await drive(captain.client, 'gameNoteChallenge', { params: one, body: { text: 'A wall.', version: 0 } })
    await drive(captain.client, 'gameWorkspace', { params })
    await drive(captain.client, 'gameClaims', { params })
  })

  it('who asks for help and who answers get answers as documented', async () => {
    const { drive, admin, game, captain } = suite
    const params = { id: game.id }
    interface Found {
      id: number
      last: number
      team: { participationId: number }
    }
    const asked = { title: 'It is down', text: 'Since five minutes.', challengeId: game.challenges[0]!.id }
    const { id } = await drive<Found>(captain.client, 'gameOpenTicket', { params, body: asked })
    const one = { ...params, ticketId: id }
    await drive(captain.client, 'gameTickets', { params, query: { count: '5' } })
    await drive(captain.client, 'gameTicket', { params: one })
    await drive(captain.client, 'gameWriteToTicket', { params: one, body: { text: 'Still.' } })
    await drive(admin, 'gameTicketQueue', { params, query: { state: 'waiting', count: '5' } })
    const { last, team } = await drive<Found>(admin, 'gameQueuedTicket', { params: one })
    const { data: staff } = await drive<{ data: { id: string }[] }>(admin, 'gameTicketStaff', { params })
    await drive(admin, 'gameOwnTicket', { params: one, body: { userId: staff[0]!.id, from: null } })
    const answer = { text: 'It is back.', last }
    const answered = await drive<Found>(admin, 'gameAnswerTicket', { params: one, body: answer })
    await drive(captain.client, 'gameCloseTicket', { params: one })
    await drive(admin, 'gameTurnTicket', { params: one, body: { closed: false, last: answered.last } })
    const to = { to: 'team', participationId: team.participationId }
    const query = { to: 'team', participationId: String(team.participationId) }
    const { teams } = await drive<{ teams: number }>(admin, 'gameTicketReceivers', { params, query })
    const message = { ...to, title: 'News', text: 'All is well.', teams }
    await drive(admin, 'gameSendTicketMessage', { params, body: message })
    const canned = { name: 'Back', text: 'It is back.' }
    const added = await drive<{ data: Found[] }>(admin, 'gameAddCannedAnswer', { params, body: canned })
    await drive(admin, 'gameCannedAnswers', { params })
    await drive(admin, 'gameEarlierTickets', { params, query: { count: '5', skip: '0' } })
    const kept = { ...params, answerId: added.data[0]!.id }
    await drive(admin, 'gameChangeCannedAnswer', { params: kept, body: { ...canned, text: 'Again.' } })
    await drive(admin, 'gameRemoveCannedAnswer', { params: kept })
  })

  it('players and organisers of containers get answers as documented', async () => {
    const { drive, admin, game, captain, platform, contract } = suite
    const { db } = platform.stores
    const engine = await addEngine(db, { address: 'unix:///contract.sock' })
    // Jobs run without an engine here and delete instances without resources.
    await addInstance(db, await playGame(db), { state: 'ready', engine, readyAt: -1, expiresAt: 60 })
    const place = { id: game.id }
    const made = { title: 'Box', category: 'Pwn', type: 'StaticContainer' }
    const { id: cId } = await drive<{ id: number }>(admin, 'editAddGameChallenge', {
      params: place,
      body: made
    })
    const params = { ...place, cId }
    await drive(admin, 'editAddFlags', { params, body: [{ flag: 'flag{box}', attachmentType: 'None' }] })
    const body = { containerImage: 'box:1', containerExposePort: 80, isEnabled: true }
    await drive(admin, 'editUpdateGameChallenge', { params, body })
    await drive(admin, 'editGetImage', { params })
    await drive(admin, 'editPullImage', { params })
    // Writes what workers would write.
    const working = setInterval(() => {
      db.pool
        .query(
          `WITH e AS (UPDATE instance_endpoints SET entry = '198.51.100.7:20001')
           UPDATE instances SET state = CASE desired WHEN 'up' THEN 'ready' ELSE 'ended' END, engine_id = $2,
             started_at = now(), expires_at = now() + interval '30 seconds', operated_at = now() - interval '1 minute'
           WHERE challenge_id = $1 AND state IN ('queued', 'ready') AND (state = 'queued' OR desired = 'down')`,
          [cId, engine]
        )
        .catch(() => {})
    }, 100)
    try {
      const test = await drive<{ status: string }>(admin, 'editCreateTestContainer', { params })
      await drive(admin, 'editGetTestContainer', { params })
      await drive(admin, 'editDestroyTestContainer', { params })
      const own = { ...place, challengeId: cId }
      const { client } = captain
      const begun = await drive<{ status: string; entry: string }>(client, 'gameCreateContainer', {
        params: own
      })
      await drive(client, 'gameGetContainer', { params: own })
      await drive(client, 'gameExtendContainerLifetime', { params: own })
      await drive(client, 'gameDeleteContainer', { params: own })
      expect([test.status, begun.status, begun.entry]).toEqual(['Running', 'Running', '198.51.100.7:20001'])
    } finally {
      clearInterval(working)
    }
    const tunnel = { id: '01890000-0000-7000-8000-000000000000' }
    await contract.refuses(captain.client, 'proxyProxyForInstance', 400, tunnel)
    await contract.refuses(captain.client, 'proxyProxyForNoInstance', 400, tunnel)
  })
}
