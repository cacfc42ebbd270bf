import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ContractSuite } from '../../../support/api/contract-suite'
import { zipOf } from '../../../support/files/archives'
import { picture } from '../../../support/files/files'
import { addUsers, playGame } from '../../../support/fixtures'
import { runBuilt } from '../../../support/processes/program'

/** Somebody is invited and accepts; the staff is taken over by another game. */
async function inviteStaff({ drive, admin, visitor, game, member, organiser }: ContractSuite): Promise<void> {
  const params = { id: game.id }
  const input = { params, body: { role: 'author', email: 'helper@halyard.example', days: 7 } }
  const named = await drive<{ id: number }>(admin, 'editInviteStaff', input)
  await drive(admin, 'editStaffInvitations', { params })
  await drive(admin, 'editRevokeStaffInvitation', { params: { ...params, invitationId: named!.id } })
  const made = await drive<{ code: string }>(admin, 'editInviteStaff', { params, body: { role: 'author' } })
  await drive(visitor, 'staffInvitation', { params: { code: made!.code } })
  const invited = await member()
  await drive(invited.client, 'staffAccept', { body: { code: made!.code } })
  const { id } = await organiser.game({})
  await drive(admin, 'editTakeOverStaff', { params: { id }, body: { from: game.id } })
}

/** What authors of games, challenges and news call. */
export function authoring(suite: ContractSuite): void {
  it('authors of challenges get answers as documented', async () => {
    const { drive, admin } = suite
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
    const quantum = { name: 'Quantum', color: 'violet', icon: 'Zap', standsFor: 'Crypto' }
    const categories = await drive<{ id: number }[]>(admin, 'editAddGameCategory', { params, body: quantum })
    const known = { ...params, categoryId: categories![0]!.id }
    await drive(admin, 'editGetGameCategories', { params })
    await drive(admin, 'editChangeGameCategory', { params: known, body: { ...quantum, color: 'pink' } })
    await drive(admin, 'editDeleteGameCategory', { params: known })
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
    const { drive, visitor, admin, game } = suite
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

  it('those who run seasons get answers as documented', async () => {
    const { drive, admin, game } = suite
    const rules = { title: 'League', formula: 'places', placePoints: [100, 80, 60], best: 5 }
    const { id, version } = (await drive<{ id: number; version: number }>(admin, 'editAddSeason', {
      body: rules
    }))!
    const params = { id }
    const one = { id, gameId: game.id }
    await drive(admin, 'editPutSeasonGame', { params: one, body: { weight: 1.5 } })
    await drive(admin, 'editSeasons')
    await drive(admin, 'editSeason', { params })
    await drive(admin, 'editRemoveSeasonGame', { params: one })
    const body = { ...rules, title: 'Cup', version: version + 2 }
    await drive(admin, 'editUpdateSeason', { params, body })
    await drive(admin, 'editDeleteSeason', { params })
  })

  it('owners of a game get answers as documented', async () => {
    const { drive, admin, game, platform } = suite
    const params = { id: game.id }
    const [helper] = await addUsers(platform.stores.db, 1, 'gamehelper')
    await drive(admin, 'editGameStaff', { params })
    await drive(admin, 'editAddGameStaff', { params, body: { who: helper!.name, role: 'author' } })
    const one = { ...params, userId: helper!.id }
    await drive(admin, 'editChangeGameStaff', { params: one, body: { role: 'referee' } })
    await drive(admin, 'editRemoveGameStaff', { params: one })
    await inviteStaff(suite)
    const made = await drive<{ id: string }>(admin, 'editCreateGameToken', {
      params,
      body: { name: 'CI', role: 'author', days: 30 }
    })
    await drive(admin, 'editGameTokens', { params })
    await drive(admin, 'editRevokeGameToken', { params: { ...params, tokenId: made!.id } })
  })

  it('those who add webhooks get answers as documented', async () => {
    const { drive, admin, game, platform } = suite
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

  it('files and settings are answered as documented', async () => {
    const { drive, admin, game, platform } = suite
    const [stored] = await drive<{ hash: string; name: string }[]>(admin, 'assetsUpload', {
      file: await picture()
    })
    const { hash, name: filename } = stored!
    await drive(admin, 'assetsGetFile', { params: { hash, filename }, download: 'image/png' })
    await drive(admin, 'adminFiles', { query: { count: '10', skip: '0' } })
    const [first] = game.challenges
    const body = { attachmentType: 'Remote', remoteUrl: 'https://files.example/deep.zip' }
    const edited = { id: game.id, cId: first!.id }
    await drive(admin, 'editUpdateAttachment', { params: edited, body })
    const remote = { url: 'https://files.example/map.iso', name: 'map.iso' }
    await drive(admin, 'editAddRemoteFile', { params: edited, body: remote })
    const files = await drive<{ id: number }[]>(admin, 'editAddFiles', {
      params: edited,
      file: await picture()
    })
    const order = files.map(({ id }) => ({ id })).reverse()
    await drive(admin, 'editArrangeFiles', { params: edited, body: { files: order } })
    for (const { id: fileId } of order)
      await drive(admin, 'editRemoveFile', { params: { ...edited, fileId } })
    await drive(admin, 'assetsDelete', { params: { hash } })
    await drive(admin, 'adminUpdateLogo', { file: await picture('png', 700, 300) })
    await drive(admin, 'adminResetLogo')
    await drive(admin, 'adminLogs', { query: { level: 'All', count: '10', skip: '0' } })
    await drive(admin, 'editCopyGame', {
      params: { id: game.id },
      body: { title: 'The next cup', start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00Z' }
    })
    await drive(admin, 'editExportGame', { params: { id: game.id }, download: 'application/zip' })
    await drive(admin, 'editGameEverything', { params: { id: game.id }, download: 'application/zip' })
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

  it('those who bring results of a suitcase in get answers as documented', async () => {
    const { drive, admin, game, platform } = suite
    const folder = mkdtempSync(join(tmpdir(), 'halyard-suitcase-'))
    const path = join(folder, 'cup.suitcase')
    const suitcase = async (...argv: string[]) => {
      const run = runBuilt('suitcase', argv, platform.stores, { HALYARD_DATA: platform.data })
      expect(await run.ended, run.stderr()).toBe(0)
      return run
    }
    await suitcase('pack', String(game.id), path)
    const unpacked = await suitcase('unpack', path)
    rmSync(folder, { recursive: true })
    const there = Number(/^game (\d+)/.exec(unpacked.stdout())?.[1])
    const fingerprint = /confirmed at home: (.+)/.exec(unpacked.stderr())?.[1]
    const { rows } = await platform.stores.db.pool.query<{ id: number }>(
      'SELECT id FROM participations WHERE game_id = $1',
      [there]
    )
    const correction = { kind: 'award', participationIds: rows.map(({ id }) => id), points: 5 }
    await admin.ok('POST', `/api/edit/games/${there}/corrections`, { correction, reason: 'They helped.' })
    await drive(admin, 'editSuitcaseResults', { params: { id: there }, download: 'application/x-ndjson' })
    const results = await admin.ok<string>('GET', `/api/edit/games/${there}/suitcases/results`)
    const params = { id: game.id }
    const { id } = await drive<{ id: string }>(admin, 'editReceiveSuitcaseResults', {
      params,
      file: Buffer.from(results)
    })
    await drive(admin, 'editGameSuitcases', { params })
    const one = { ...params, suitcaseId: id }
    const { preview } = await drive<{ preview: { digest: string } }>(admin, 'editPreviewSuitcaseMerge', {
      params: one,
      body: {}
    })
    const body = { reason: 'The event in the hut.', digest: preview.digest, fingerprint }
    await drive(admin, 'editMergeSuitcase', { params: one, body })
  })
}
