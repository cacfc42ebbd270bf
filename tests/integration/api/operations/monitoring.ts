import { expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '../../../support/api/client'
import type { ContractSuite } from '../../../support/api/contract-suite'
import { addUsers, sessionOf } from '../../../support/fixtures'
import { solve, tag } from '../../../support/games/organiser'
import { addSeason } from '../../../support/games/seasons'
import { addCapture } from '../../../support/instances/captures'

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What monitors, referees and those who correct results call. */
export function monitoring(suite: ContractSuite): void {
  it('monitors get answers as documented', async () => {
    const { drive, visitor, admin, game, captain, platform } = suite
    const params = { id: game.id }
    const events = await drive<unknown[]>(admin, 'gameEvents', { params, query: { count: '50', skip: '0' } })
    const submissions = await drive<unknown[]>(admin, 'gameSubmissions', {
      params,
      query: { type: 'WrongAnswer' }
    })
    expect([events.length > 0, submissions.length]).toEqual([true, 1])
    await drive(admin, 'gameCheatInfo', { params })
    await drive(admin, 'gameScoreboardSheet', { params, download: SHEET })
    await drive(admin, 'gameSubmissionSheet', { params, download: SHEET })
    await admin.ok('GET', `/api/game/${game.id}/scoreboardsheet?format=json`)
    const csv = await admin.call<string>('GET', `/api/game/${game.id}/submissionsheet?format=csv`)
    expect([csv.headers.get('content-type'), csv.body]).toEqual([
      expect.stringContaining('text/csv'),
      expect.stringContaining('status,time,team,user,challenge,answer,email\r\n')
    ])
    const wrong = await admin.call<{ field: string }>(
      'GET',
      `/api/game/${game.id}/submissionsheet?format=pdf`
    )
    expect([wrong.status, wrong.body.field]).toEqual([400, 'format'])
    await drive(admin, 'gameWatch', { params })
    await drive(admin, 'gameSignals', { params })
    await drive(admin, 'gameFeedback', {
      params,
      query: { count: '5', challenge: String(game.challenges[0]!.id) }
    })
    await drive(admin, 'gameFeedbackCsv', { params, download: 'text/csv' })
    await drive(admin, 'gameStatistics', { params })
    await drive(admin, 'gameStatisticsCsv', { params, download: 'text/csv' })
    await drive(admin, 'gameStatisticsXlsx', { params, download: SHEET })
    await drive(visitor, 'gameCtftime', { params })
    const teams = [captain.team.id]
    const season = { params: { id: await addSeason(platform.stores, [game.id], { past: 1, teams }) } }
    const standing = await drive<{ total: number }>(visitor, 'season', {
      ...season,
      query: { count: '5', skip: '0' }
    })
    expect(standing.total).toBe(1)
    await drive(visitor, 'seasonCsv', { ...season, download: 'text/csv' })
    const [challengeId, partId, filename] = [game.challenges[0]!.id, 1, '0e1.pcap']
    const recorded = {
      gameId: game.id,
      challengeId,
      participationId: partId,
      file: filename,
      content: 'packets'
    }
    await addCapture(platform.stores.db, platform.data, recorded)
    const download = 'application/octet-stream'
    await drive(admin, 'gameGetTeamTraffic', { params: { challengeId, partId, filename }, download })
    await drive(admin, 'gameGetChallengesWithTrafficCapturing', { params })
    await drive(admin, 'gameGetChallengeTraffic', { params: { challengeId } })
    const archive = { params: { challengeId }, download: 'application/zip' }
    await drive(admin, 'gameGetAllChallengeTraffic', archive)
    const whole = { params: { challengeId, partId } }
    await drive(admin, 'gameGetTeamTrafficAll', whole)
    await drive(admin, 'gameGetAllTeamTraffic', { ...whole, download: 'application/zip' })
    await drive(admin, 'gameDeleteTeamTraffic', { params: { challengeId, partId, filename } })
    await addCapture(platform.stores.db, platform.data, recorded)
    await drive(admin, 'gameDeleteAllTeamTraffic', whole)
  })

  it('those who decide cases get answers as documented', async () => {
    const { drive, admin, game, captain, platform, visitor } = suite
    const params = { id: game.id }
    const list = await admin.ok<{ id: number }[]>('GET', `/api/game/${game.id}/submissions?count=1`)
    const { items } = await visitor.ok<{ items: { participationId: number }[] }>(
      'GET',
      `/api/game/${game.id}/scoreboard`
    )
    const participationIds = [items[0]!.participationId]
    const second = new Client(platform.url)
    const [member] = await addUsers(platform.stores.db, 1, `second${tag()}`, 'Admin')
    second.cookie = await sessionOf(platform, member!)
    interface Found {
      number: number
      version: number
    }
    const evidence = [{ kind: 'submission', id: list[0]!.id }]
    const opened = { title: 'Alike', evidence: [], participationIds }
    const { number } = await drive<Found>(admin, 'gameOpenCase', { params, body: opened })
    const one = { ...params, number }
    await drive(admin, 'gameCases', { params, query: { count: '5', state: 'open' } })
    await drive(admin, 'gameAddCaseEvidence', { params: one, body: { evidence } })
    await drive(admin, 'gameAddCaseNote', { params: one, body: { note: '*Ask them.*' } })
    await drive(admin, 'gameAssignCase', { params: one, body: { userId: member!.id } })
    const { version } = await drive<Found>(admin, 'gameCase', { params: one })
    const proposal = { outcome: 'penalty', points: 3, participationIds, reason: 'They shared.', version }
    const proposed = await drive<Found>(admin, 'gameProposeCaseDecision', { params: one, body: proposal })
    await drive(second, 'gamePreviewCaseDecision', { params: one })
    const verdict = { accept: true, version: proposed.version }
    await drive(second, 'gameAnswerCaseDecision', { params: one, body: verdict })
    await drive(admin, 'gameCloseCase', { params: one })
    await drive(admin, 'gameCaseExport', { params: one })
    await drive(captain.client, 'gameTeamDecisions', { params })
    await drive(captain.client, 'gameAppealDecision', { params: one, body: { text: 'We did not.' } })
    const appeal = { ...one, participationId: participationIds[0]! }
    await drive(second, 'gameAnswerCaseAppeal', { params: appeal, body: { text: 'You are right.' } })
    await drive(second, 'gameUndoCaseDecision', { params: one, body: { reason: 'They did not.' } })
  })

  it('services that give points get answers as documented', async () => {
    const { drive, visitor, admin, game } = suite
    const params = { id: game.id }
    const { items } = await visitor.ok<{ items: { participationId: number }[] }>(
      'GET',
      `/api/game/${game.id}/scoreboard`
    )
    const awards = [{ participationId: items[0]!.participationId, points: 5 }]
    const body = { key: 'hill-10:31', challengeId: game.challenges[0]!.id, awards }
    await drive(admin, 'editGiveGameAwards', { params, body })
    await drive(admin, 'editGameAwards', { params })
  })

  it('those who draft corrections get answers as documented', async () => {
    const { drive, visitor, admin, game, platform } = suite
    const params = { id: game.id }
    const { items } = await visitor.ok<{ items: { participationId: number }[] }>(
      'GET',
      `/api/game/${game.id}/scoreboard`
    )
    const award = { kind: 'award', participationIds: [items[0]!.participationId], points: 5 }
    const other = new Client(platform.url)
    const [person] = await addUsers(platform.stores.db, 1, `drafts${tag()}`, 'Admin')
    other.cookie = await sessionOf(platform, person!)
    interface Draft {
      id: number
      preview: { digest: string }
    }
    const proposal = { correction: award, reason: 'They helped again.' }
    const draft = () => drive<Draft>(admin, 'editDraftGameCorrection', { params, body: proposal })
    const kept = await draft()
    const ofDraft = ({ id: draftId }: Draft) => ({ ...params, draftId })
    await drive(admin, 'editGameCorrectionDrafts', {
      params,
      query: { state: 'open', count: '5', skip: '0' }
    })
    const { preview } = await drive<Draft>(admin, 'editGameCorrectionDraft', { params: ofDraft(kept) })
    await drive(admin, 'editConfirmGameCorrection', {
      params: ofDraft(kept),
      body: { digest: preview.digest }
    })
    await drive(admin, 'editWithdrawGameCorrection', { params: ofDraft(await draft()) })
    await drive(other, 'editDeclineGameCorrection', {
      params: ofDraft(await draft()),
      body: { reason: 'Once is enough.' }
    })
    await drive(admin, 'editGameCorrectionSecond', { params, body: { second: true } })
  })

  it('those who correct results get answers as documented', async () => {
    const { drive, visitor, admin, game } = suite
    const params = { id: game.id }
    const challengeIds = game.challenges.map(({ id }) => id)
    const { items } = await visitor.ok<{ items: { participationId: number }[] }>(
      'GET',
      `/api/game/${game.id}/scoreboard`
    )
    const participationIds = items.map(({ participationId }) => participationId)
    const award = { kind: 'award', participationIds, points: 5 }
    const { digest } = await drive<{ digest: string }>(admin, 'editPreviewGameCorrection', {
      params,
      body: award
    })
    const body = { correction: award, reason: 'They helped.', digest, announce: true }
    const { number } = await drive<{ number: number }>(admin, 'editApplyGameCorrection', { params, body })
    await drive(admin, 'editPreviewGameCorrection', { params, body: { kind: 'rejudge', challengeIds } })
    await drive(admin, 'editGameCorrections', { params, query: { count: '5', skip: '0' } })
    const extra = { ...params, participationId: participationIds[0]! }
    await drive(admin, 'editGiveExtraTime', { params: extra, body: { minutes: 60, reason: 'As agreed.' } })
    await drive(admin, 'editGameExtraTimes', { params, query: { count: '5', skip: '0' } })
    await drive(admin, 'editTakeExtraTime', { params: extra })
    await drive(admin, 'editGameWhatIf', { params, query: { noBonus: 'true', count: '5' } })
    await drive(admin, 'editStartRehearsal', { params, body: { teams: 2 } })
    await drive(admin, 'editRehearsals', { params })
    await drive(admin, 'editStopRehearsal', { params })
    await drive(admin, 'editGameCorrection', { params: { ...params, number } })
    await drive(visitor, 'gameCorrections', { params, query: { count: '5', skip: '0' } })
    await drive(admin, 'editPreviewUndoGameCorrection', { params: { ...params, number } })
    const undo = { params: { ...params, number }, body: { reason: 'They had not.' } }
    await drive(admin, 'editUndoGameCorrection', undo)
    await drive(admin, 'editGameCorrectionVisibility', { params, body: { public: true } })
    const until = new Date(Date.now() + HOUR_MS).toISOString()
    await drive(admin, 'editPauseGame', { params, body: { until, reason: 'The network is down.' } })
    await drive(admin, 'editResumeGame', { params })
    await drive(admin, 'editFreezeGame', { params, body: { at: 'now' } })
    await drive(admin, 'editRevealGame', { params })
    await driveCeremony(suite)
  })
}

/** An ended game behind its freeze, with something to reveal. */
async function driveCeremony({ organiser, admin, drive, visitor }: ContractSuite) {
  const ended = await organiser.game({ challenges: [{ title: 'Behind' }] })
  const params = { id: ended.id }
  const player = await organiser.player(ended)
  await admin.ok('PUT', `/api/edit/games/${ended.id}/freeze`, { at: 'now' })
  await solve(player, ended)
  await admin.ok('PUT', `/api/edit/games/${ended.id}`, { end: new Date().toISOString() })
  await admin.ok('PUT', `/api/edit/games/${ended.id}/challenges/${ended.challenges[0]!.id}`, {
    solution: 'Look up.',
    solutionPublic: true
  })
  await drive(admin, 'editStartGameCeremony', { params, body: { from: null } })
  await drive(admin, 'editStepGameCeremony', { params, body: { act: 'next', version: 1 } })
  await drive(admin, 'editGameCeremony', { params })
  await drive(visitor, 'gameCeremony', { params })
  await drive(admin, 'editCancelGameCeremony', { params })
  await admin.ok('POST', `/api/edit/games/${ended.id}/reveal`, {})
  await drive(visitor, 'gameSolutions', { params })
  await drive(visitor, 'gameSolution', { params: { ...params, challengeId: ended.challenges[0]!.id } })
}
