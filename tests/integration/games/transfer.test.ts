import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { attachmentInput } from '~/server/assets/contract'
import { challengeInput, challengeUpdate, flagsInput } from '~/server/challenges/contract'
import { verify } from '~/server/ledger'
import { toAppError } from '~/server/platform/errors'
import { postInput } from '~/server/posts/contract'
import { importOptions } from '~/server/transfer/contract'
import { type Domain, openDomain, refused } from '../../support/domain'
import { archiveFolder, zipOf } from '../../support/files/archives'
import { picture } from '../../support/files/files'

let domain: Domain
const kept = archiveFolder()

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(async () => {
  kept.remove()
  await domain.close()
})

const options = (more: object = {}) => importOptions.parse(more)
const bring = async (content: Buffer, more: object = {}, name = 'Cup.zip') =>
  domain.services.transfer.import(domain.admin, { path: kept.write(content), name }, options(more))
const take = async (gameId: number, posts = false) => {
  const { content } = await domain.services.transfer.export(domain.admin, gameId, { posts })
  return buffer(content)
}
const count = async (table: string) =>
  (await domain.stores.db.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n

/** Every file of a ZIP; game.json without its time. */
async function unpacked(zip: Buffer): Promise<Record<string, string>> {
  const reader = await openPromise(kept.write(zip))
  const files: Record<string, string> = {}
  for await (const entry of reader.eachEntry())
    files[entry.fileName] = (await buffer(await reader.openReadStreamPromise(entry))).toString('latin1')
  const { exportedAt, ...game } = JSON.parse(Buffer.from(files['game.json']!, 'latin1').toString())
  expect(exportedAt).toBeTypeOf('string')
  return { ...files, 'game.json': JSON.stringify(game) }
}

const upload = async (content: string | Buffer, name: string) => {
  const staged = await domain.services.assets.receive(Readable.from([Buffer.from(content)]), 1 << 24)
  const [file] = await domain.services.assets.upload(domain.admin, [
    { ...staged, field: 'file', name, claimed: '' }
  ])
  return file!.hash
}

async function wholeGame(): Promise<number> {
  const { services, admin } = domain
  const shown = await upload('a picture of a knot', 'knot.bin')
  const game = await domain.game({
    title: 'Tide 潮 "Cup"',
    summary: 'Ebb & flow',
    content: `![knot](/assets/${shown}/knot.bin)`,
    hidden: true,
    organizations: ['Open', 'School'],
    inviteCode: 'ahoy',
    bloodBonus: 1,
    acceptWithoutReview: true,
    practiceMode: false,
    writeupRequired: true,
    writeupNote: '# How',
    writeupDeadline: new Date(Date.now() + 7_777_777),
    teamMemberCountLimit: 3,
    containerCountLimit: 2
  })
  const staged = await services.assets.receive(Readable.from([await picture()]), 1 << 24)
  await services.assets.setPoster(admin, game, {
    ...staged,
    field: 'file',
    name: 'p.png',
    claimed: 'image/png'
  })
  const add = async (type: string, update: object, flags: object[]) => {
    const { id } = await services.challenges.create(
      admin,
      game,
      challengeInput.parse({ title: `A ${type}`, type })
    )
    await services.challenges.addFlags(admin, game, id, flagsInput.parse(flags))
    await services.challenges.update(admin, game, id, challengeUpdate.parse(update))
    return id
  }
  const statics = await add(
    'StaticAttachment',
    {
      content: '**text**',
      hints: ['one', 'two'],
      pricedHints: [
        { content: 'three', cost: 30, availableAt: '2027-01-01T10:00:00.500Z' },
        { content: 'four', cost: 0 }
      ],
      isEnabled: true,
      attemptLimit: 7,
      author: 'Bosun',
      level: 'Hard',
      tags: ['heap', 'two words'],
      originalScore: 333,
      minScoreRate: 0.1,
      difficulty: 2.5
    },
    [{ flag: 'flag{b}' }, { flag: 'flag{a}' }]
  )
  const fileHash = await upload('shared', 'shärеd.txt')
  await services.challenges.setAttachment(
    admin,
    game,
    statics,
    attachmentInput.parse({ attachmentType: 'Local', fileHash })
  )
  await add(
    'DynamicContainer',
    {
      ...{ flagTemplate: 'flag{[GUID]}', containerImage: 'x:1', enableTrafficCapture: true },
      ...{ requires: [statics], hideLocked: true }
    },
    []
  )
  const own = await upload('for one team', 'own.bin')
  await add('DynamicAttachment', { fileName: 'yours.bin' }, [
    { flag: 'flag{one}', attachmentType: 'Local', fileHash: own },
    { flag: 'flag{two}', attachmentType: 'Remote', remoteUrl: 'https://example.org/two' }
  ])
  await services.notices.publish(admin, game, { content: 'Welcome aboard' })
  return game
}

/** Every column that an archive should carry, with posters and notices, for comparing two games. */
async function columnsOf(gameId: number) {
  // The copy has neither openings nor opened hints, and its own release times.
  const own = [
    'id',
    'game_id',
    'public_key',
    'private_seed',
    'origin',
    'version',
    'created_at',
    'announced',
    'hint_times',
    'release_at'
  ]
  const rowsOf = async (query: string) =>
    (await domain.stores.db.pool.query<Record<string, unknown>>(query, [gameId])).rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)))
    )
  const mine = 'SELECT id FROM challenges WHERE game_id = $1'
  return {
    game: await rowsOf('SELECT * FROM games WHERE id = $1'),
    challenges: await rowsOf(
      `SELECT c.*, ARRAY(SELECT q.title FROM challenges q WHERE q.id = ANY (c.requires) ORDER BY q.id) AS requires
       FROM challenges c WHERE game_id = $1 ORDER BY id`
    ),
    flags: await rowsOf(`SELECT flag FROM flags WHERE challenge_id IN (${mine}) ORDER BY id`),
    files: await rowsOf(
      `SELECT a.type, a.hash, a.name, a.remote_url, f.flag FROM attachments a LEFT JOIN flags f ON f.id = a.flag_id
       WHERE a.challenge_id IN (${mine}) ORDER BY a.challenge_id, f.id`
    ),
    notices: await rowsOf(
      `SELECT "values", published_at FROM notices WHERE game_id = $1 AND type = 'Normal' ORDER BY published_at, id`
    ),
    shown: await rowsOf(
      `SELECT hash FROM embeds WHERE game_id = $1 OR challenge_id IN (${mine}) ORDER BY hash`
    )
  }
}

describe('an export', () => {
  it('is imported in every column, with the deleted posts', async () => {
    const { services, admin, stores } = domain
    const shown = await upload('a picture of a post', 'post.bin')
    await services.posts.create(
      admin,
      postInput.parse({
        title: 'News 新',
        summary: 'short',
        content: `[file](/assets/${shown}/post.bin)`,
        tags: ['a', 'b'],
        isPinned: true
      })
    )
    const posts = async () =>
      (
        await stores.db.pool.query(
          `SELECT title, summary, content, tags, pinned, published_at,
             ARRAY(SELECT hash FROM embeds WHERE post_id = posts.id) AS shown FROM posts`
        )
      ).rows
    const game = await wholeGame()
    const [before, written] = [await columnsOf(game), await posts()]
    expect(before.game).toMatchObject([{ writeup_note: '# How', poster_hash: expect.any(String) }])
    expect(before.shown.length).toBe(1)
    const archive = await take(game, true)
    await stores.db.pool.query('DELETE FROM posts')
    const report = await bring(archive)
    expect(report.posts).toBe(1)
    expect(await columnsOf(report.gameId!)).toEqual(before)
    expect(await posts()).toEqual(written)
    expect((await bring(archive, { dryRun: true })).posts).toBe(0)
    expect((await bring(archive)).posts).toBe(0)
  })

  it('is imported as the same game, byte for byte, and contains no private key', async () => {
    const first = await take(await wholeGame(), true)
    const report = await bring(first)
    expect(report).toMatchObject({ kind: 'Game', refused: [], notices: 1, existing: false })
    expect(report.challenges.map(({ enabled }) => enabled)).toEqual([true, false, false])
    expect(report.notes.map(({ code }) => code)).toEqual(['same_title'])
    const second = await take(report.gameId!, true)
    expect(await unpacked(second)).toEqual(await unpacked(first))
    const { rows } = await domain.stores.db.pool.query<{ seed: string; key: string }>(
      'SELECT private_seed AS seed, public_key AS key FROM games'
    )
    for (const { seed, key } of rows)
      for (const text of [seed, key]) expect(JSON.stringify(await unpacked(first))).not.toContain(text)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    expect((await verify(domain.stores.db.pool, report.gameId!)).firstBad).toBeNull()
  })

  it('is for administrators and of existing games', async () => {
    const { services, as, users } = domain
    const monitor = as((await users(1, 'Monitor'))[0]!, { role: 'Monitor' })
    const game = await domain.game()
    await refused(services.transfer.export(monitor, game, { posts: false }), 'auth.forbidden', 403)
    await refused(
      services.transfer.import(monitor, { path: '/', name: '' }, options()),
      'auth.forbidden',
      403
    )
    await refused(services.transfer.export(domain.admin, 999_999, { posts: false }), 'game.not_found', 404)
  })
})

describe('an archive', () => {
  it('is refused when its file was changed, and leaves nothing', async () => {
    const files = await unpacked(await take(await wholeGame()))
    const name = Object.keys(files).find((one) => one.startsWith('files/'))!
    const before = [await count('games'), await count('challenges'), await count('blobs')]
    const bytes = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        Buffer.from(text, path === 'game.json' ? 'utf8' : 'latin1')
      ])
    )
    await refused(bring(await zipOf({ ...bytes, [name]: 'other' })), 'archive.file_wrong')
    const { [name]: gone, ...rest } = bytes
    expect(gone).toBeDefined()
    await refused(bring(await zipOf(rest)), 'archive.file_missing')
    await refused(bring(await zipOf({ ...bytes, extra: '/etc/passwd' }, { extra: 0o120777 })), 'archive.link')
    expect([await count('games'), await count('challenges'), await count('blobs')]).toEqual(before)
  })

  it('is refused when it is broken, before anything is written', async () => {
    const whole = await take(await wholeGame())
    const changed = (change: (zip: Buffer) => void) => {
      const copy = Buffer.from(whole)
      change(copy)
      return copy
    }
    const central = whole.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    const slip = await zipOf({ 'game.json': '{}', 'aaaaaaaa.txt': 'x' })
    const broken: [string, Buffer][] = [
      ['archive.not_zip', whole.subarray(0, whole.length - 40)],
      ['archive.not_zip', Buffer.from('<html>not found</html>')],
      [
        'archive.encrypted',
        changed((zip) => zip.writeUInt16LE(zip.readUInt16LE(central + 8) | 1, central + 8))
      ],
      ['archive.damaged', changed((zip) => zip.writeUInt32LE(1, central + 16))],
      [
        'archive.unsafe_name',
        Buffer.from(slip.toString('latin1').replaceAll('aaaaaaaa', '../../aa'), 'latin1')
      ]
    ]
    const written = async () => {
      const tables = ['games', 'challenges', 'blobs', 'posts', 'audit_events', 'attachments']
      const counts = await Promise.all(tables.map(count))
      return { counts, files: readdirSync(domain.data, { recursive: true }).sort() }
    }
    const before = await written()
    for (const [code, zip] of broken) {
      await refused(bring(zip, { dryRun: true }), code, 400)
      await refused(bring(zip), code, 400)
    }
    expect(await written()).toEqual(before)
  })

  it.each([
    ['archive.bad_game', { format: 'halyard-game', version: 1, game: { title: 'x' } }],
    ['archive.other_version', { format: 'halyard-game', version: 2 }],
    ['archive.other_version', { format: 'halyard-game', version: { toString: 1 } }],
    [
      'archive.bad_game',
      {
        format: 'halyard-game',
        version: 1,
        game: { title: 'x', start: '2030-01-02T00:00:00Z', end: '2030-01-01T00:00:00Z' }
      }
    ],
    ['archive.nothing', { format: 'something else' }]
  ])('is refused with %s', async (code, game) => {
    await refused(bring(await zipOf({ 'game.json': JSON.stringify(game) })), code)
  })
})

it('an archive of a whole game accepts no option of challenge folders', async () => {
  const archive = await take(await wholeGame())
  const before = [await count('games'), await count('challenges'), await count('blobs')]
  for (const option of [
    { game: await domain.game() },
    { title: 'Other' },
    { start: '2030-01-01T00:00:00Z' },
    { end: '2030-01-01T00:00:00Z' }
  ])
    for (const dryRun of [true, false])
      await refused(bring(archive, { ...option, dryRun }), 'archive.folders_only', 400)
  expect([await count('games'), await count('challenges'), await count('blobs')]).toEqual([
    before[0]! + 1,
    ...before.slice(1)
  ])
})

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
    const game = await domain.services.games.editOne(domain.admin, report.gameId!)
    expect(game).toMatchObject({ title: 'Cup', hidden: true })
    const list = await domain.services.challenges.editList(domain.admin, report.gameId!)
    expect(list.map(({ title, category, isEnabled }) => [title, category, isEnabled])).toEqual([
      ['Alpha', 'Crypto', false],
      ['Beta', 'Web', false]
    ])
    const [alpha] = await Promise.all(
      list.map(({ id }) => domain.services.challenges.editOne(domain.admin, report.gameId!, id))
    )
    expect(alpha).toMatchObject({ flags: [{ flag: 'flag{a}' }], attachment: { type: 'Local' } })
    expect(alpha?.attachment?.url).toMatch(/Alpha\.zip$/)
  })

  it('become no game when all are invalid, and the reasons are reported', async () => {
    const zip = await zipOf({ 'web/c/challenge.yml': folders['repo/web/c/challenge.yml'] })
    const tables = ['games', 'blobs', 'audit_events']
    const hash = await upload(zip, 'none.zip')
    const before = await Promise.all(tables.map(count))
    const { services, admin } = domain
    const reasons = { challenges: [], refused: [{ title: 'Gamma', reason: { code: 'regex_only' } }] }
    for (const report of [
      await bring(zip),
      await services.transfer.importUpload(admin, hash, 'none.zip', options())
    ])
      expect(report).toMatchObject({ gameId: null, ...reasons })
    expect(await Promise.all(tables.map(count))).toEqual(before)
    const game = await domain.game()
    expect(await bring(zip, { game })).toMatchObject({ gameId: game, ...reasons })
  })

  it('are added to an existing game, each title once', async () => {
    const game = await domain.game()
    const first = await bring(await zipOf(folders), { game })
    expect(first).toMatchObject({ gameId: game, existing: true })
    const again = await bring(await zipOf(folders), { game })
    expect([again.challenges.length, again.refused.length]).toEqual([0, 3])
    await refused(bring(await zipOf(folders), { game: 999_999 }), 'game.not_found', 404)
  })

  it('are added once when they come several times at once, and not to a game that is deleted meanwhile', async () => {
    const { services, admin, stores } = domain
    const zip = await zipOf(folders)
    const game = await domain.game()
    const reports = await Promise.all([1, 2, 3].map(() => bring(zip, { game })))
    const made = reports.map((report) => report.challenges.length)
    expect(made.sort()).toEqual([0, 0, (await services.challenges.editList(admin, game)).length])
    expect(reports.map((report) => report.challenges.length + report.refused.length)).toEqual([3, 3, 3])
    expect((await verify(stores.db.pool, game)).firstBad).toBeNull()

    // The deletion comes at any point of the import.
    for (let late = 0; late < 40; late++) {
      const doomed = await domain.game()
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
    const { services, admin, stores } = domain
    const { challenges } = services
    const game = await domain.game()
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
    expect((await verify(stores.db.pool, game)).firstBad).toBeNull()
  })

  it('keep solves, and a file that the archive lacks', async () => {
    const { services, admin, stores } = domain
    const game = await domain.game()
    await bring(await zipOf(folders), { game })
    const [alpha] = await services.challenges.editList(admin, game)
    const { captain, id: teamId } = await domain.team()
    await services.participations.join(domain.as(captain), game, { teamId })
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
    expect((await services.challenges.editOne(admin, game, alpha!.id)).attachment?.url).toMatch(/Alpha\.zip$/)
  })

  it('do not overwrite a challenge that is edited while they are read', async () => {
    const { services, admin } = domain
    const game = await domain.game()
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
    const { services, admin } = domain
    const dry = await services.transfer.importUpload(admin, hash, 'cups.zip', options({ dryRun: true }))
    expect(dry.challenges.length).toBe(2)
    const report = await services.transfer.importUpload(admin, hash, 'cups.zip', options())
    expect(report.gameId).toBeGreaterThan(0)
    await refused(services.assets.read(admin, hash), 'file.not_found', 404)
    const trail = await domain.stores.db.pool.query(
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
      await domain.stores.db.pool.query<{ content: string }>(
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
