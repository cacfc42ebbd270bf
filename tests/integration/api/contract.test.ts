import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLUMNS_TYPE } from '~/app/request/board'
import { GAME_ROLES } from '~/server/access/game-roles'
import { DECISION_STATES } from '~/server/cases/constants'
import { CHALLENGE_IMAGE_STATES, EGRESS_KINDS, FLAG_DELIVERIES } from '~/server/challenges/contract'
import { CHECK_STATES } from '~/server/challenges/solver/constants'
import { IMAGE_ERRORS, IMAGE_STATES } from '~/server/engines/contract'
import { END_REASONS, INSTANCE_KINDS, INSTANCE_STATES } from '~/server/instances/contract'
import { RUN_CAUSES, RUN_OUTCOMES, RUN_REASONS } from '~/server/solve-checks/constants'
import { SCOPES, SERVICE_SCOPES } from '~/server/tokens/constants'
import { type LinkPage, newestLinkOf, setPolicy } from '../../support/accounts/account-policy'
import { createAuthenticator } from '../../support/accounts/authenticator'
import { type Mailbox, openMailbox } from '../../support/accounts/mailbox'
import { Client, CookieClient } from '../../support/client'
import { Contract } from '../../support/contract'
import { zipOf } from '../../support/files/archives'
import { pdf, picture } from '../../support/files/files'
import { addUsers, playGame, sessionOf } from '../../support/fixtures'
import { addCapture } from '../../support/instances/captures'
import { addEngine, addInstance } from '../../support/instances/instance-rows'
import { type OpenGame, Organiser, type Player, solve, tag } from '../../support/organiser'
import { type Platform, startPlatform } from '../../support/platform'
import { WORDS } from './words'

/** Lists of words that are only ours, as JSON. */
const OWN_LISTS = new Set(
  [
    INSTANCE_STATES,
    ['none', ...INSTANCE_STATES],
    IMAGE_STATES,
    IMAGE_ERRORS,
    CHALLENGE_IMAGE_STATES,
    ['open', 'now', 'done', 'failed'],
    ['solved', 'failed', 'lost', 'points'],
    DECISION_STATES,
    END_REASONS,
    SCOPES,
    SERVICE_SCOPES,
    EGRESS_KINDS,
    ['none', 'internet'],
    INSTANCE_KINDS,
    CHECK_STATES,
    RUN_CAUSES,
    RUN_OUTCOMES,
    RUN_REASONS,
    GAME_ROLES,
    ['none', ...FLAG_DELIVERIES]
  ].map((list) => JSON.stringify(list))
)
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let mailbox: Mailbox
let platform: Platform
let organiser: Organiser
let contract: Contract
let visitor: Client
let admin: Client
let game: OpenGame
let captain: Player

/** Calls an operation and checks it against the document that the platform serves. */
const drive: Contract['drive'] = (...call) => contract.drive(...call)

const member = async (): Promise<Player> => {
  const client = new Client(platform.url)
  const name = `c${tag()}`
  await client.register(name)
  return { name, client, team: { id: 0, name: '' } }
}

const idOf = async ({ client }: Player) =>
  (await client.ok<{ userId: string }>('GET', '/api/account/profile')).userId

beforeAll(async () => {
  mailbox = await openMailbox()
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'ctf@halyard.example' }
  platform = await startPlatform(mail, { jobs: true })
  organiser = await Organiser.of(platform)
  admin = organiser.client
  visitor = new Client(platform.url)
  contract = await Contract.of(visitor)
  game = await organiser.game({ challenges: [{ title: 'Solved', hints: ['Look up'] }, { title: 'Open' }] })
  captain = await organiser.player(game)
})
afterAll(async () => {
  await platform?.close()
  await mailbox?.close()
})

const policy = (wish: object) => setPolicy(platform, wish)
const linkTo = (address: string, page: LinkPage) => newestLinkOf(mailbox, address, page)

describe('the document', () => {
  it('has every value of every enumeration', () => {
    const known = new Set(Object.values(WORDS).flat())
    const lists = [...JSON.stringify(contract.document).matchAll(/"enum":(\[[^\]]*\])/g)].map(
      ([, list]) => list!
    )
    const found = new Set(
      lists
        .filter((list) => !OWN_LISTS.has(list))
        .flatMap((list) => (JSON.parse(list) as unknown[]).map(String))
    )
    const wrong = [...found].filter((word) => {
      const same = [...known].find((one) => one.toLowerCase() === word.toLowerCase())
      return same !== undefined && same !== word
    })
    expect(wrong).toEqual([])
    const missing = [
      'role',
      'category',
      'challengeType',
      'participation',
      'notice',
      'answer',
      'event',
      'solve'
    ]
    expect(missing.flatMap((name) => WORDS[name]!.filter((word) => !found.has(word)))).toEqual([])
  })
})

describe('every operation answers as the document says', () => {
  it('visitors get answers as documented', async () => {
    await drive(visitor, 'infoGetClientConfig')
    await drive(visitor, 'infoGetClientCaptchaInfo')
    await drive(visitor, 'systemFavicon', { download: 'image/webp' })
    const [post] = await drive<{ id: string }[]>(visitor, 'infoGetPosts')
    await drive(visitor, 'infoGetLatestPosts')
    await drive(visitor, 'infoGetPost', { params: { id: post!.id } })
    await drive(visitor, 'gameGamesAll')
    await drive(visitor, 'gameGames', { params: { id: game.id } })
  })

  it('accounts get answers as documented', async () => {
    const client = new Client(platform.url)
    const userName = `c${tag()}`
    const password = 'a pass word'
    const registered = await drive<{ data: string }>(client, 'accountRegister', {
      body: { userName, password, email: `${userName}@example.org` }
    })
    expect(registered.data).toBe('LoggedIn')
    const token = await drive<{ id: string }>(client, 'accountCreateToken', {
      body: { name: 'CI', scopes: ['read'], game: game.id, days: 1, password }
    })
    await drive(client, 'accountTokens')
    await drive(client, 'accountRevokeToken', { params: { id: token.id } })
    await drive(client, 'accountLogOut')
    await drive(client, 'accountLogIn', { body: { userName, password } })
    await drive(client, 'accountAvatar', { file: await picture() })
    const profile = await drive<{ avatar: string }>(client, 'accountProfile')
    expect(profile.avatar).toMatch(/^\/assets\/[\da-f]{64}\/avatar/)
    await drive(client, 'accountUpdate', { body: { userName: `${userName}x`, bio: 'sails', phone: null } })
    await drive(client, 'accountChangePassword', { body: { old: password, new: 'another pass' } })
  })

  it('accounts with a passkey get answers as documented', async () => {
    const client = new CookieClient(platform.url)
    const userName = `k${tag()}`
    await client.register(userName)
    const device = createAuthenticator(`http://localhost:${new URL(platform.url).port}`)
    const ask = (purpose: string) =>
      drive<{ options: object }>(client, 'accountPasskeyOptions', { body: { purpose } })
    const credential = device.create((await ask('add')).options)
    const { codes } = await drive<{ codes: string[] }>(client, 'accountAddPasskey', {
      body: { name: 'Laptop', credential }
    })
    await drive(client, 'accountUsePasskey', { body: device.get((await ask('confirm')).options) })
    await drive(client, 'accountLogOut')
    expect(
      (await client.call('POST', '/api/account/login', { userName, password: 'a pass word' })).status
    ).toBe(401)
    await drive(client, 'accountFinishLogin', { body: { code: codes[0] } })
  })

  it('accounts confirmed by mail get answers as documented', async () => {
    await policy({ activeOnRegister: false, emailConfirmationRequired: true })
    const client = new Client(platform.url)
    const [userName, password] = [`m${tag()}`, 'a pass word']
    const [email, newMail] = [`${userName}@example.org`, `new${userName}@example.org`]
    const register = (body: object) => client.ok<{ data: string }>('POST', '/api/account/register', body)
    // Until the new policy has arrived, accounts are active at once.
    const trial = () => register({ userName: `t${tag()}`, password, email: `${tag()}@example.org` })
    await expect.poll(async () => (await trial()).data).toBe('EmailConfirmationRequired')
    await register({ userName, password, email })
    await drive(client, 'accountVerify', { body: await linkTo(email, 'verify') })
    await drive(client, 'accountChangeEmail', { body: { newMail } })
    await drive(client, 'accountMailChangeConfirm', { body: await linkTo(newMail, 'confirm') })
    await drive(visitor, 'accountRecovery', { body: { email: newMail } })
    const { token: rToken, email: to } = await linkTo(newMail, 'reset')
    await drive(visitor, 'accountPasswordReset', { body: { rToken, email: to, password: 'a third word' } })
    await new Client(platform.url).login(userName, 'a third word')
    await policy({})
    await expect.poll(async () => (await trial()).data).toBe('LoggedIn')
  })

  it('teams get answers as documented', async () => {
    const [founder, second, third] = [await member(), await member(), await member()]
    const name = `Crew ${founder.name}`
    const team = await drive<{ id: number }>(founder.client, 'teamCreateTeam', { body: { name, bio: null } })
    const params = { id: team.id }
    const first = await drive<string>(founder.client, 'teamInviteCode', { params })
    await drive(second.client, 'teamAccept', { body: first })
    const code = await drive<string>(founder.client, 'teamUpdateInviteToken', { params })
    expect(code).not.toBe(first)
    await drive(third.client, 'teamAccept', { body: code })
    await drive(founder.client, 'teamGetTeamsInfo')
    await drive(visitor, 'teamGetBasicInfo', { params })
    await drive(founder.client, 'teamUpdateTeam', { params, body: { name: `${name}!`, bio: 'sails' } })
    await drive(founder.client, 'teamAvatar', { params, file: await picture('webp') })
    await drive(founder.client, 'teamKickUser', { params: { ...params, userId: await idOf(third) } })
    await drive(founder.client, 'teamTransfer', { params, body: { newCaptainId: await idOf(second) } })
    await drive(founder.client, 'teamLeave', { params })
    await drive(second.client, 'teamDeleteTeam', { params })
  })

  it('authors of challenges get answers as documented', async () => {
    const times = {
      start: new Date(Date.now() + 1e6).toISOString(),
      end: new Date(Date.now() + 2e6).toISOString()
    }
    const made = await drive<{ id: number }>(admin, 'editAddGame', { body: { title: 'Draft', ...times } })
    const params = { id: made.id }
    const info = await drive<object>(admin, 'editGetGame', { params })
    await drive(admin, 'editUpdateGame', {
      params,
      body: { ...info, summary: 'More', organizations: ['Uni'] }
    })
    await drive(admin, 'editGetGames', { query: { count: '10', skip: '0' } })
    await drive(admin, 'editUpdateGamePoster', { params, file: await picture('jpeg') })
    const body = { title: 'Deep', category: 'Pwn', type: 'StaticAttachment' }
    const challenge = await drive<{ id: number }>(admin, 'editAddGameChallenge', { params, body })
    const deep = { ...params, cId: challenge.id }
    await drive(admin, 'editAddFlags', { params: deep, body: [{ flag: 'flag{one}' }, { flag: 'flag{two}' }] })
    const { flags } = await drive<{ flags: { id: number }[] }>(admin, 'editGetGameChallenge', {
      params: deep
    })
    await drive(admin, 'editGetPreview', { params: deep })
    await drive(admin, 'editTryFlag', { params: deep, body: { flag: 'flag{two}' } })
    await drive(admin, 'editRemoveFlag', { params: { ...deep, fId: flags[0]!.id } })
    await drive(admin, 'editUpdateGameChallenge', {
      params: deep,
      body: { isEnabled: true, hints: ['Dive'] }
    })
    await drive(admin, 'editGameChallengeVersions', { params: deep, query: { count: '5', skip: '0' } })
    await drive(admin, 'editGameChallengeVersion', { params: { ...deep, number: 2 } })
    await drive(admin, 'editRestoreGameChallengeVersion', {
      params: { ...deep, number: 2 },
      body: { version: null }
    })
    await drive(admin, 'editUpdateGameChallenge', { params: deep, body: { solver: { image: 'solver:1' } } })
    await drive(admin, 'editCheckGameChallenge', { params: deep })
    await drive(admin, 'editGetGameChallengeCheck', { params: deep })
    await drive(admin, 'editGameChecks', { params })
    await drive(admin, 'gameChecks', { params })
    await drive(admin, 'editGetGameChallenges', { params })
    await drive(admin, 'editRemoveGameChallenge', { params: deep })
    await drive(admin, 'editUpdateGameChallengesAcceptedCount', { params })
    await drive(admin, 'editGetHashSalt', { params })
    await drive(admin, 'editDeleteGame', { params })
  })

  it('those who write news get answers as documented', async () => {
    const body = { title: 'News', summary: '', content: 'Read **this**.', tags: ['ctf'], isPinned: true }
    const id = await drive<string>(admin, 'editAddPost', { body })
    const post = await drive<{ version: number }>(visitor, 'infoGetPost', { params: { id } })
    const changed = { ...body, title: 'Old news', isPinned: false, version: post.version }
    await drive(admin, 'editUpdatePost', { params: { id }, body: changed })
    await drive(admin, 'editDeletePost', { params: { id } })

    const params = { id: game.id }
    const content = 'A hint is coming.'
    const notice = await drive<{ id: number }>(admin, 'editAddGameNotice', { params, body: { content } })
    const one = { ...params, noticeId: notice.id }
    await drive(admin, 'editUpdateGameNotice', { params: one, body: { content: 'It came.' } })
    await drive(admin, 'editGetGameNotices', { params })
    await drive(admin, 'editDeleteGameNotice', { params: one })
  })

  it('those who add webhooks get answers as documented', async () => {
    const params = { id: game.id }
    const shared = { name: 'Room', locale: 'en-US', events: ['notice'] }
    // A name that no resolver knows: nothing leaves the machine.
    const body = { ...shared, format: 'Standard', url: 'https://webhook.invalid/in' }
    const made = await drive<{ id: string }>(admin, 'editAddWebhook', { params, body })
    const one = { ...params, hookId: made.id }
    await drive(admin, 'editWebhooks', { params })
    await drive(admin, 'editTestWebhook', { params: one })
    await drive(admin, 'editReplaceWebhookSecret', { params: one })
    const pool = platform.stores.db.pool
    const delivery = randomUUID()
    await pool.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, event_key, event, payload, state)
       VALUES ($1, $2, 'notice-1', 'notice', '{}', 'Failed')`,
      [delivery, made.id]
    )
    await drive(admin, 'editWebhookDeliveries', { params: one })
    await drive(admin, 'editUpdateWebhook', { params: one, body: { ...shared, enabled: false } })
    await drive(admin, 'editReplayWebhookDelivery', { params: { ...one, deliveryId: delivery } })
    await drive(admin, 'editDeleteWebhook', { params: one })
  })

  it('owners of a game get answers as documented', async () => {
    const params = { id: game.id }
    const helper = await member()
    const userId = await idOf(helper)
    await drive(admin, 'editGameStaff', { params })
    await drive(admin, 'editAddGameStaff', { params, body: { who: helper.name, role: 'author' } })
    const one = { ...params, userId }
    await drive(admin, 'editChangeGameStaff', { params: one, body: { role: 'referee' } })
    await drive(admin, 'editRemoveGameStaff', { params: one })
  })

  it('those who correct results get answers as documented', async () => {
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
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await drive(admin, 'editPauseGame', { params, body: { until, reason: 'The network is down.' } })
    await drive(admin, 'editResumeGame', { params })
    await drive(admin, 'editFreezeGame', { params, body: { at: 'now' } })
    await drive(admin, 'editRevealGame', { params })
    await driveCeremony()
  })

  /** An ended game behind its freeze, with something to reveal. */
  async function driveCeremony() {
    const ended = await organiser.game({ challenges: [{ title: 'Behind' }] })
    const params = { id: ended.id }
    const player = await organiser.player(ended)
    await admin.ok('PUT', `/api/edit/games/${ended.id}/freeze`, { at: 'now' })
    await solve(player, ended)
    await admin.ok('PUT', `/api/edit/games/${ended.id}`, { end: new Date().toISOString() })
    await drive(admin, 'editStartGameCeremony', { params, body: { from: null } })
    await drive(admin, 'editStepGameCeremony', { params, body: { act: 'next', version: 1 } })
    await drive(admin, 'editGameCeremony', { params })
    await drive(visitor, 'gameCeremony', { params })
    await drive(admin, 'editCancelGameCeremony', { params })
  }

  it('players get answers as documented', async () => {
    const params = { id: game.id }
    const [first, open] = game.challenges as [OpenGame['challenges'][0], OpenGame['challenges'][0]]
    const here = { ...params, challengeId: first.id }
    await drive(captain.client, 'gameGetChallenge', { params: here })
    await drive(captain.client, 'gameTries', { params: here })
    await drive(visitor, 'gameSolvers', { params: here })
    await admin.ok('PUT', `/api/edit/games/${game.id}/challenges/${first.id}`, {
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
    await drive(captain.client, 'gameBuyHint', { params: { ...here, hintId: 1 } })
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

  it('those who sign up and those who review get answers as documented', async () => {
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
    const [row] = await drive<{ id: number }[]>(admin, 'gameParticipations', { params })
    await drive(admin, 'adminEditParticipation', {
      params: { id: row!.id },
      body: { organization: 'School' }
    })
    await drive(admin, 'adminParticipation', { params: { id: row!.id, status: 'Accepted' } })
  })

  it('monitors get answers as documented', async () => {
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
    await drive(admin, 'gameWatch', { params })
    await drive(admin, 'gameSignals', { params })
    await drive(admin, 'gameStatistics', { params })
    await drive(admin, 'gameStatisticsCsv', { params, download: 'text/csv' })
    await drive(visitor, 'gameCtftime', { params })
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
    await drive(captain.client, 'gameTeamDecisions', { params })
    await drive(captain.client, 'gameAppealDecision', { params: one, body: { text: 'We did not.' } })
    const appeal = { ...one, participationId: participationIds[0]! }
    await drive(second, 'gameAnswerCaseAppeal', { params: appeal, body: { text: 'You are right.' } })
    await drive(second, 'gameUndoCaseDecision', { params: one, body: { reason: 'They did not.' } })
  })

  it('who asks for help and who answers get answers as documented', async () => {
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
    const kept = { ...params, answerId: added.data[0]!.id }
    await drive(admin, 'gameChangeCannedAnswer', { params: kept, body: { ...canned, text: 'Again.' } })
    await drive(admin, 'gameRemoveCannedAnswer', { params: kept })
  })

  it('files and settings are answered as documented', async () => {
    const [stored] = await drive<{ hash: string; name: string }[]>(admin, 'assetsUpload', {
      file: await picture()
    })
    const { hash, name: filename } = stored!
    await drive(admin, 'assetsGetFile', { params: { hash, filename }, download: 'image/png' })
    await drive(admin, 'adminFiles', { query: { count: '10', skip: '0' } })
    const [first] = game.challenges
    const body = { attachmentType: 'Remote', remoteUrl: 'https://files.example/deep.zip' }
    await drive(admin, 'editUpdateAttachment', { params: { id: game.id, cId: first!.id }, body })
    await drive(admin, 'assetsDelete', { params: { hash } })
    await drive(admin, 'adminUpdateLogo', { file: await picture('png', 700, 300) })
    await drive(admin, 'adminResetLogo')
    await drive(admin, 'adminLogs', { query: { level: 'All', count: '10', skip: '0' } })
    await drive(admin, 'editExportGame', { params: { id: game.id }, download: 'application/zip' })
    const over = await playGame(platform.stores.db, { endsIn: -1000 })
    await drive(admin, 'editGameSite', { params: { id: over.id }, download: 'application/zip' })
    const challenge =
      'name: Reef\ncategory: web\ndescription: Read it\nvalue: 100\ntype: standard\nflags: [flag{reef}]\n'
    await drive(admin, 'editImportGame', {
      file: await zipOf({ 'reef/challenge.yml': challenge }),
      query: { dryRun: 'true' }
    })
    await drive(admin, 'editPushGameChallenges', {
      params: { id: game.id },
      file: await zipOf({ 'tree/reef/challenge.yml': challenge }),
      query: { dryRun: 'true' }
    })
    const settings = await drive<object>(admin, 'adminGetConfigs')
    await drive(admin, 'adminUpdateConfigs', { body: settings })
  })

  it('writeups are answered as documented', async () => {
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
    const all = await drive<unknown[]>(admin, 'adminWriteups', { params })
    expect(all).toHaveLength(1)
    await drive(admin, 'adminDownloadAllWriteups', { params, download: 'application/zip' })
    await drive(admin, 'editDeleteGameWriteUps', { params })
  })

  it('administrators of users get answers as documented', async () => {
    const rows = [
      {
        userName: `b${tag()}`,
        email: `${tag()}@example.org`,
        password: 'a pass word',
        teamName: `Bulk ${tag()}`
      },
      { userName: `b${tag()}`, email: `${tag()}@example.org`, password: 'a pass word' }
    ]
    const dry = await drive<{ done: boolean }>(admin, 'adminAddUsers', {
      body: rows,
      query: { dryRun: 'true' }
    })
    const report = await drive<{ done: boolean; created: number }>(admin, 'adminAddUsers', { body: rows })
    expect([dry.done, report.done, report.created]).toEqual([false, true, 2])
    await drive(admin, 'adminUsers', { query: { count: '5', skip: '1' } })
    const hint = rows[1]!.userName
    const { data } = await drive<{ data: { id: string }[] }>(admin, 'adminSearchUsers', { query: { hint } })
    const params = { userid: data[0]!.id }
    await drive(admin, 'adminUpdateUserInfo', {
      params,
      body: { role: 'Monitor', bio: null, phone: '+49 381 1' }
    })
    const user = await drive<{ role: string; phone: string }>(admin, 'adminUserInfo', { params })
    expect([user.role, user.phone]).toEqual(['Monitor', '+49 381 1'])
    const password = await drive<string>(admin, 'adminResetPassword', { params })
    await new Client(platform.url).login(hint, password)
    await drive(admin, 'adminDeleteUser', { params })
  })

  it('administrators of teams get answers as documented', async () => {
    const { team } = await organiser.player()
    const params = { id: team.id }
    await drive(admin, 'adminTeams', { query: { count: '3', skip: '0' } })
    await drive(admin, 'adminSearchTeams', { query: { hint: team.name } })
    await drive(admin, 'adminUpdateTeam', { params, body: { locked: true } })
    await drive(admin, 'adminDeleteTeam', { params })
    const gone = () =>
      drive<{ data: { id: number; kind: string; targetId: number }[] }>(admin, 'adminTrash', {
        query: { kind: 'team', count: '1', skip: '0' }
      })
    const [entry] = (await gone()).data
    expect(entry).toMatchObject({ kind: 'team', targetId: team.id })
    await drive(admin, 'adminRestoreTrash', { params: { id: entry!.id } })
    await drive(admin, 'adminDeleteTeam', { params })
    const [again] = (await gone()).data
    await drive(admin, 'adminDeleteTrash', { params: { id: again!.id } })
  })

  it('service tokens are answered as documented', async () => {
    const made = await drive<{ id: string }>(admin, 'adminCreateServiceToken', {
      body: { name: 'CI', scopes: ['read'], days: 1 }
    })
    await drive(admin, 'adminServiceTokens')
    await drive(admin, 'adminRevokeServiceToken', { params: { id: made!.id } })
  })

  it('data of a person is answered as documented', async () => {
    const [person] = await addUsers(platform.stores.db, 1, 'leaving')
    const params = { userid: person!.id }
    await drive(admin, 'accountData', { download: 'application/zip' })
    await drive(admin, 'adminUserData', { params, download: 'application/zip' })
    await drive(admin, 'adminEraseUser', { params })
  })

  it('administrators of instances and engines get answers as documented', async () => {
    const { db } = platform.stores
    const played = await playGame(db)
    const engine = await addEngine(db)
    const ready = { state: 'ready', readyAt: -20, expiresAt: 40 } as const
    const id = await addInstance(db, played, { ...ready, engine })
    const over = await addInstance(db, played, {
      state: 'ended',
      team: 1,
      readyAt: -20,
      endedAt: -1,
      more: { reason: 'crashed', exit_code: 139, last_log: 'listening\nsegfault' }
    })
    await drive(admin, 'adminInstances')
    await drive(admin, 'adminInstance', { params: { id } })
    await drive(admin, 'adminExtendInstance', { params: { id }, body: { minutes: 15 } })
    await drive(admin, 'adminInstanceLogs', { params: { id: over }, query: { since: '0' } })
    await drive(admin, 'adminInstanceTraffic', { params: { id } })
    await drive(admin, 'adminInstanceUsage')
    await drive(admin, 'adminEngines')
    await drive(admin, 'adminTestEngine', { params: { id: engine } })
    await drive(admin, 'adminDrainEngine', { params: { id: engine }, body: { draining: true } })
    const body = { address: 'unix:///run/second.sock', places: 5 }
    const added = await drive<{ id: number }>(admin, 'adminAddEngine', { body })
    const second = { params: { id: added.id } }
    await drive(admin, 'adminUpdateEngine', { ...second, body: { ...body, entry: 'play.example.org' } })
    await drive(admin, 'adminRemoveEngine', second)
    const waiting = await addInstance(db, played, { state: 'queued', team: 2 })
    await drive(admin, 'adminDestroyInstance', { params: { id: waiting } })
  })

  it('players and organisers of containers get answers as documented', async () => {
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

  // The last test, so that it sees all operations of the tests above.
  it('no documented operation is left out', () => {
    expect(contract.left).toEqual([])
    expect(contract.operations.length).toBeGreaterThan(55)
  })
})
