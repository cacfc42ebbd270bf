import { expect, it } from 'vitest'
import type { ContractSuite } from '../../../support/api/contract-suite'
import { pdf, picture } from '../../../support/files/files'

/** What teams call, from founding one to its writeup. */
export function teams(suite: ContractSuite): void {
  it('teams get answers as documented', async () => {
    const { drive, visitor, member, idOf } = suite
    const [founder, second, third] = [await member(), await member(), await member()]
    const name = `Crew ${founder.name}`
    const team = await drive<{ id: number }>(founder.client, 'teamCreateTeam', { body: { name, bio: null } })
    const params = { id: team.id }
    const first = await drive<string>(founder.client, 'teamInviteCode', { params })
    await drive(second.client, 'teamAccept', { body: first })
    const code = await drive<string>(founder.client, 'teamUpdateInviteToken', { params })
    expect(code).not.toBe(first)
    await drive(third.client, 'teamAccept', { body: code })
    const invitation = { params, body: { hours: 1, once: false } }
    const made = await drive<{ id: number }>(founder.client, 'teamMakeInvitation', invitation)
    await drive(founder.client, 'teamInvitations', { params })
    await drive(founder.client, 'teamRevokeInvitation', { params: { ...params, invitationId: made.id } })
    await drive(founder.client, 'teamList', { params, body: { text: 'crypto' } })
    const [asking, other] = [await member(), await member()]
    await drive(asking.client, 'teamListings', { query: { search: 'CRYPTO', count: '5' } })
    for (const { client } of [asking, other])
      await drive(client, 'teamAsk', { params, body: { text: 'I like pwn' } })
    await drive(asking.client, 'teamAsked')
    await drive(founder.client, 'teamRequests', { params })
    const answered = { params: { ...params, userId: await idOf(asking) }, body: { accept: false } }
    await drive(founder.client, 'teamAnswerRequest', answered)
    await drive(other.client, 'teamWithdrawRequest', { params })
    await drive(founder.client, 'teamUnlist', { params })
    await drive(other.client, 'teamSeek', { body: { text: 'web' } })
    await drive(asking.client, 'teamSeekers')
    await drive(other.client, 'teamSeekNoMore')
    await drive(founder.client, 'teamGetTeamsInfo')
    await drive(visitor, 'teamGetBasicInfo', { params })
    await drive(founder.client, 'teamUpdateTeam', { params, body: { name: `${name}!`, bio: 'sails' } })
    await drive(founder.client, 'teamAvatar', { params, file: await picture('webp') })
    await drive(founder.client, 'teamKickUser', { params: { ...params, userId: await idOf(third) } })
    await drive(founder.client, 'teamTransfer', { params, body: { newCaptainId: await idOf(second) } })
    await drive(founder.client, 'teamLeave', { params })
    await drive(second.client, 'teamDeleteTeam', { params })
  })

  it('those who sign up and those who review get answers as documented', async () => {
    const { drive, admin, organiser } = suite
    const reviewed = await organiser.game({
      acceptWithoutReview: false,
      organizations: ['Uni', 'School'],
      challenges: []
    })
    const params = { id: reviewed.id }
    const [one, two] = [await organiser.player(), await organiser.player()]
    for (const { client, team } of [one, two])
      await drive(client, 'gameJoinGame', { params, body: { teamId: team.id, organization: 'Uni' } })
    await drive(two.client, 'gameGames', { params })
    await drive(two.client, 'gameLeaveGame', { params })
    const single = await organiser.game({ solo: true, acceptWithoutReview: true, challenges: [] })
    await drive(two.client, 'gameJoinAlone', { params: { id: single.id }, body: {} })
    const followed = { params: { id: single.id }, body: { teams: [two.team.id] } }
    expect(await drive(one.client, 'gameFollow', followed)).toEqual({ teams: [two.team.id] })
    await drive(one.client, 'gameFollows', { params: { id: single.id } })
    const [row] = await drive<{ id: number }[]>(admin, 'gameParticipations', { params })
    const asking = await organiser.game({
      challenges: [],
      registrationFields: [
        {
          of: 'Player',
          kind: 'Choice',
          label: 'Size',
          hint: '',
          required: true,
          public: false,
          options: ['S']
        },
        { of: 'Team', kind: 'Text', label: 'School', hint: '', required: false, public: true, options: [] }
      ]
    })
    const asked = { params: { id: asking.id } }
    await drive(one.client, 'gameJoinGame', { ...asked, body: { teamId: one.team.id, answers: { 1: 'S' } } })
    await drive(one.client, 'gameChangeAnswers', { ...asked, body: { answers: { 2: 'Harbour School' } } })
    expect(await drive(one.client, 'gameAnswers', asked)).toMatchObject({
      player: { 1: 'S' },
      team: { 2: 'Harbour School' }
    })
    await drive(admin, 'gameParticipationsCsv', { ...asked, download: 'text/csv' })
    await drive(admin, 'adminEditParticipation', {
      params: { id: row!.id },
      body: { organization: 'School' }
    })
    await drive(admin, 'adminParticipation', { params: { id: row!.id, status: 'Accepted' } })
  })

  it('writeups are answered as documented', async () => {
    const { drive, admin, organiser } = suite
    const writeupDeadline = new Date(Date.now() + 1e7)
    const written = await organiser.game({ writeupRequired: true, writeupDeadline, challenges: [] })
    const params = { id: written.id }
    const { client } = await organiser.player(written)
    await drive(client, 'gameSubmitWriteup', {
      params,
      file: pdf(),
      name: 'writeup.pdf',
      type: 'application/pdf'
    })
    await drive(client, 'gameGetWriteup', { params })
    await drive(client, 'gameWriteupConsent', { params, body: { consent: true } })
    const all = await drive<{ id: number }[]>(admin, 'adminWriteups', { params })
    expect(all).toHaveLength(1)
    await drive(admin, 'adminPublishWriteup', {
      params: { ...params, partId: all[0]!.id },
      body: { published: true }
    })
    await drive(admin, 'adminDownloadAllWriteups', { params, download: 'application/zip' })
    await drive(admin, 'editDeleteGameWriteUps', { params })
  })
}
