import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { challengeUpdate } from '~/server/challenges/contract'
import { verifyChain } from '~/server/ledger'
import { toAppError } from '~/server/platform/errors'
import { refused } from '~/tests/support/domain'
import { zipOf } from '~/tests/support/files/archives'
import { openTransferSuite } from '~/tests/support/files/transfer-suite'

const suite = openTransferSuite()
const { upload, count, bring, options } = suite

describe('challenge folders', () => {
  const folders = {
    'repo/crypto/a/challenge.yml': 'name: Alpha\nvalue: 100\nflags: ["flag{a}"]\nfiles: [x, y]',
    'repo/crypto/a/x': 'same bytes',
    'repo/crypto/a/y': 'other bytes',
    'repo/web/b/challenge.yaml': 'name: Beta\nflag: {file: flag.txt}\nprovide: [x]',
    'repo/web/b/flag.txt': 'flag{b}',
    'repo/web/b/x': 'same bytes',
    'repo/web/c/challenge.yml': 'name: Gamma\nvalue: 1\nflags: [{type: regex, content: .*}]'
  }

  it('become a hidden game with all challenges but those with a reason', async () => {
    const before = await count('games')
    const dry = await bring(await zipOf(folders), { dryRun: 'true' })
    expect(await count('games')).toBe(before)
    const report = await bring(await zipOf(folders))
    expect({ ...report, gameId: null }).toEqual({ ...dry, start: report.start, end: report.end })
    expect(report).toMatchObject({ kind: 'Folders', title: 'Cup' })
    expect(report.refused).toMatchObject([{ title: 'Gamma', reason: { code: 'regex_only' } }])
    const game = await suite.domain.services.games.editOne(suite.domain.admin, report.gameId!)
    expect(game).toMatchObject({ title: 'Cup', hidden: true })
    const list = await suite.domain.services.challenges.editList(suite.domain.admin, report.gameId!)
    expect(list.map(({ title, category, isEnabled }) => [title, category, isEnabled])).toEqual([
      ['Alpha', 'Crypto', false],
      ['Beta', 'Web', false]
    ])
    const [alpha] = await Promise.all(
      list.map(({ id }) => suite.domain.services.challenges.editOne(suite.domain.admin, report.gameId!, id))
    )
    expect(alpha).toMatchObject({ flags: [{ flag: 'flag{a}' }], attachment: { type: 'Local' } })
    expect(alpha?.files.map(({ name }) => name)).toEqual(['x', 'y'])
  })

  it('become no game when all are invalid, and the reasons are reported', async () => {
    const zip = await zipOf({ 'web/c/challenge.yml': folders['repo/web/c/challenge.yml'] })
    const tables = ['games', 'blobs', 'audit_events']
    const hash = await upload(zip, 'none.zip')
    const before = await Promise.all(tables.map(count))
    const { services, admin } = suite.domain
    const reasons = { challenges: [], refused: [{ title: 'Gamma', reason: { code: 'regex_only' } }] }
    for (const report of [
      await bring(zip),
      await services.transfer.importUpload(admin, hash, 'none.zip', options())
    ])
      expect(report).toMatchObject({ gameId: null, ...reasons })
    expect(await Promise.all(tables.map(count))).toEqual(before)
    const game = await suite.domain.game()
    expect(await bring(zip, { game })).toMatchObject({ gameId: game, ...reasons })
  })

  it('are added to an existing game, each title once', async () => {
    const game = await suite.domain.game()
    const first = await bring(await zipOf(folders), { game })
    expect(first).toMatchObject({ gameId: game, existing: true })
    const again = await bring(await zipOf(folders), { game })
    expect([again.challenges.length, again.refused.length]).toEqual([0, 3])
    await refused(bring(await zipOf(folders), { game: 999_999 }), 'game.not_found', 404)
  })

  it('are added once when they come several times at once, and not to a game that is deleted meanwhile', async () => {
    const { services, admin, stores } = suite.domain
    const zip = await zipOf(folders)
    const game = await suite.domain.game()
    const reports = await Promise.all([1, 2, 3].map(() => bring(zip, { game })))
    const made = reports.map((report) => report.challenges.length)
    expect(made.sort()).toEqual([0, 0, (await services.challenges.editList(admin, game)).length])
    expect(reports.map((report) => report.challenges.length + report.refused.length)).toEqual([3, 3, 3])
    expect((await verifyChain(stores.db.pool, game)).firstBad).toBeNull()

    // The deletion comes at any point of the import.
    for (let late = 0; late < 40; late++) {
      const doomed = await suite.domain.game()
      const [removed, brought] = await Promise.allSettled([
        setTimeout(late).then(() => services.games.remove(admin, doomed)),
        bring(zip, { game: doomed })
      ])
      expect(removed.status).toBe('fulfilled')
      if (brought.status === 'rejected') expect(toAppError(brought.reason).code).toBe('game.not_found')
      expect(await services.challenges.editList(admin, doomed)).toEqual([])
    }
  })

  it('list changed editions of challenges, and change only chosen ones', async () => {
    const { services, admin, stores } = suite.domain
    const { challenges } = services
    const game = await suite.domain.game()
    await bring(await zipOf(folders), { game })
    const ids = new Map((await challenges.editList(admin, game)).map(({ title, id }) => [title, id]))
    const [alpha, beta] = [ids.get('Alpha')!, ids.get('Beta')!]
    await challenges.update(admin, game, alpha, challengeUpdate.parse({ isEnabled: true }))
    const edited = {
      ...folders,
      'repo/crypto/a/challenge.yml':
        'name: Aleph\ncategory: misc\nvalue: 150\ndescription: New\nflags: ["flag{a2}"]\nhints: [Look]\nfiles: [x]',
      'repo/web/b/flag.txt': 'flag{b2}'
    }
    const codes = (lines: { code: string }[]) => lines.map(({ code }) => code)
    const dry = await bring(await zipOf(edited), { game, dryRun: true })
    expect(
      dry.updates.map(({ challengeId, title, changes }) => [challengeId, title, codes(changes)])
    ).toEqual([
      [
        alpha,
        'Aleph',
        [
          'new_title',
          'new_category',
          'new_text',
          'new_points',
          'new_hints',
          'new_flags',
          'gone_flags',
          'new_file'
        ]
      ],
      [beta, 'Beta', ['new_flags', 'gone_flags']]
    ])
    expect([dry.challenges, codes(dry.refused.map(({ reason }) => reason))]).toEqual([[], ['regex_only']])

    const none = await bring(await zipOf(edited), { game })
    expect([none.updates, none.refused.map(({ title }) => title).sort()]).toEqual([
      [],
      ['Aleph', 'Beta', 'Gamma']
    ])
    expect((await challenges.editOne(admin, game, alpha)).title).toBe('Alpha')

    const some = await bring(await zipOf(edited), { game, update: `${alpha}` })
    expect(some.updates.map(({ title }) => title)).toEqual(['Aleph'])
    const after = await challenges.editOne(admin, game, alpha)
    expect(after).toMatchObject({
      title: 'Aleph',
      category: 'Misc',
      content: 'New',
      originalScore: 150,
      hints: ['Look'],
      isEnabled: true,
      flags: [{ flag: 'flag{a2}' }]
    })
    expect(after.attachment?.url).toMatch(/\/x$/)
    expect((await challenges.editOne(admin, game, beta)).flags).toMatchObject([{ flag: 'flag{b}' }])

    const all = await bring(await zipOf(edited), { game, update: 'all' })
    expect([all.updates.map(({ title }) => title), all.challenges]).toEqual([['Beta'], []])
    expect((await bring(await zipOf(edited), { game, dryRun: true })).updates).toEqual([])
    expect((await challenges.editList(admin, game)).length).toBe(2)
    expect((await verifyChain(stores.db.pool, game)).firstBad).toBeNull()
  })

  it('take connections away that their author no longer names', async () => {
    const { services, admin } = suite.domain
    const game = await suite.domain.game()
    const of = (line: string) => zipOf({ 'a/challenge.yml': `name: Alpha\nvalue: 1\nflags: [x]\n${line}` })
    const connectionsAfter = async (line: string) => {
      const { challenges } = services
      await bring(await of(line), { game, update: 'all' })
      const [alpha] = await challenges.editList(admin, game)
      return (await challenges.editOne(admin, game, alpha!.id)).connections.map(({ host }) => host)
    }
    expect(await connectionsAfter('connection_info: nc old.example.org 1')).toEqual(['old.example.org'])
    expect(await connectionsAfter('connection_info: nc {{host}} 1')).toEqual([])
    expect(await connectionsAfter('connection_info: nc new.example.org 1')).toEqual(['new.example.org'])
    expect(await connectionsAfter('')).toEqual([])
  })

  it('keep solves, and a file that the archive lacks', async () => {
    const { services, admin, stores } = suite.domain
    const game = await suite.domain.game()
    await bring(await zipOf(folders), { game })
    const [alpha] = await services.challenges.editList(admin, game)
    const { captain, id: teamId } = await suite.domain.team()
    await services.participations.join(suite.domain.as(captain), game, { teamId })
    const { rows } = await stores.db.pool.query<{ solve: string }>(
      `WITH sent AS (
         INSERT INTO submissions (game_id, challenge_id, participation_id, user_id, answer, status, submitted_at, judged_at)
         SELECT $1, $2, id, $3, 'flag{a}', 'Accepted', now(), now() FROM participations WHERE game_id = $1 RETURNING *)
       INSERT INTO solves (challenge_id, participation_id, game_id, submission_id, user_id, solved_at)
       SELECT challenge_id, participation_id, game_id, id, user_id, submitted_at FROM sent RETURNING solves::text AS solve`,
      [game, alpha!.id, captain.id]
    )
    expect(rows).toHaveLength(1)
    const edited = {
      ...folders,
      'repo/crypto/a/challenge.yml': 'name: Alpha\nvalue: 100\nflags: ["flag{new}"]\nfiles: [x, gone]'
    }
    const { updates } = await bring(await zipOf(edited), { game, update: 'all' })
    expect(updates[0]?.changes.map(({ code }) => code)).toEqual(['new_flags', 'gone_flags'])
    expect(updates[0]?.notes.map(({ code }) => code)).toEqual(['file_missing'])
    const solves = await stores.db.pool.query('SELECT solves::text AS solve FROM solves WHERE game_id = $1', [
      game
    ])
    expect(solves.rows).toEqual(rows)
    const { files } = await services.challenges.editOne(admin, game, alpha!.id)
    expect(files.map(({ name }) => name)).toEqual(['x', 'y'])
  })

  it('do not overwrite a challenge that is edited while they are read', async () => {
    const { services, admin } = suite.domain
    const game = await suite.domain.game()
    await bring(await zipOf(folders), { game })
    const [alpha] = await services.challenges.editList(admin, game)
    const edited = {
      ...folders,
      'repo/crypto/a/challenge.yml': `${folders['repo/crypto/a/challenge.yml']}\nhints: [h]`
    }
    const zip = await zipOf(edited)
    const runs = await Promise.all([1, 2, 3].map(() => bring(zip, { game, update: 'all' })))
    const outcomes = runs.flatMap(({ updates, refused }) => [
      ...updates.map(() => 'updated'),
      ...refused
        .filter(({ title }) => title === 'Alpha')
        .map(({ reason }) => reason.params.reason ?? reason.code)
    ])
    expect(outcomes).toHaveLength(3)
    expect(outcomes).toContain('updated')
    const left = new Set(outcomes.filter((one) => one !== 'updated'))
    for (const one of left) expect(['edit.conflict', 'unchanged']).toContain(one)
    const { version, hints } = await services.challenges.editOne(admin, game, alpha!.id)
    expect([version, hints]).toEqual([2, ['h']])
  })

  it('are imported from an upload by its hash, which is then deleted', async () => {
    const hash = await upload(await zipOf(folders), 'cups.zip')
    const { services, admin } = suite.domain
    const dry = await services.transfer.importUpload(admin, hash, 'cups.zip', options({ dryRun: true }))
    expect(dry.challenges.length).toBe(2)
    const report = await services.transfer.importUpload(admin, hash, 'cups.zip', options())
    expect(report.gameId).toBeGreaterThan(0)
    await refused(services.assets.read(admin, hash), 'file.not_found', 404)
    const trail = await suite.domain.stores.db.pool.query(
      'SELECT after FROM audit_events WHERE action = $1 AND target = $2',
      ['game_imported', `game:${report.gameId}`]
    )
    expect(trail.rows).toMatchObject([{ after: { challenges: 2, refused: 1, files: 2 } }])
  })
})

describe('values for placeholders', () => {
  const folder = (text: string) =>
    zipOf({ 'a/challenge.yml': `name: A\nvalue: 1\nflags: [f]\ndescription: ${text}` })
  const textOf = async (gameId: number) =>
    (
      await suite.domain.stores.db.pool.query<{ content: string }>(
        'SELECT content FROM challenges WHERE game_id = $1',
        [gameId]
      )
    ).rows[0]!.content

  it('are kept by the game: the next import proposes and uses them, new ones win, a blank one is removed', async () => {
    const { gameId } = await bring(await folder('nc HOST PORT'), {
      values: { HOST: 'ctf.example', PORT: '31337' }
    })
    const game = gameId!
    expect(await textOf(game)).toBe('nc ctf.example 31337')
    const same = await bring(await folder('nc HOST PORT'), { game, dryRun: true })
    expect(same.values).toEqual({ HOST: 'ctf.example', PORT: '31337' })
    expect(same.updates).toEqual([])
    await bring(await folder('ssh HOST -p PORT'), { game, update: 'all', values: { PORT: '22' } })
    expect(await textOf(game)).toBe('ssh ctf.example -p 22')
    await bring(await folder('at HOST PORT'), { game, dryRun: true, values: { HOST: 'other' } })
    expect((await bring(await folder('x'), { game, dryRun: true })).values).toEqual({
      HOST: 'ctf.example',
      PORT: '22'
    })
    await bring(await folder('at HOST PORT'), { game, update: 'all', values: { HOST: ' ' } })
    expect(await textOf(game)).toBe('at HOST 22')
    expect((await bring(await folder('x'), { game, dryRun: true })).values).toEqual({ PORT: '22' })
  })

  it('of one game do not reach another', async () => {
    await bring(await folder('HOST'), { title: 'First', values: { HOST: 'first.example' } })
    const other = await bring(await folder('HOST'), { title: 'Second' })
    expect([other.values, await textOf(other.gameId!)]).toEqual([{}, 'HOST'])
  })
})
