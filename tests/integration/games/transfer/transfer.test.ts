import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { attachmentInput } from '~/server/assets/contract'
import { challengeInput, challengeUpdate, flagsInput } from '~/server/challenges/contract'
import { verifyChain } from '~/server/ledger'
import { HOUR_MS, MINUTE_MS, wireTime } from '~/server/platform/time'
import { postInput } from '~/server/posts/contract'
import { ticketOpen } from '~/server/tickets/contract'
import { gameCopy } from '~/server/transfer/contract'
import { refused } from '~/tests/support/domain'
import { zipOf } from '~/tests/support/files/archives'
import { picture } from '~/tests/support/files/files'
import { CHALLENGES, gzctfFiles, GAME as OF_GZCTF } from '~/tests/support/files/gzctf'
import { openTransferSuite } from '~/tests/support/files/transfer-suite'
import { playGame } from '~/tests/support/fixtures'

const suite = openTransferSuite()
const { kept, upload, bring, options, count } = suite

const take = async (gameId: number, posts = false) => {
  const { content } = await suite.domain.services.transfer.export(suite.domain.admin, gameId, { posts })
  return buffer(content)
}

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

async function wholeGame(): Promise<number> {
  const { services, admin } = suite.domain
  const shown = await upload('a picture of a knot', 'knot.bin')
  const game = await suite.domain.game({
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
      connections: [
        { kind: 'ssh', host: 'a.example.org', user: 'ctf', label: 'Main' },
        { kind: 'other', text: 'Ask the bot' }
      ],
      isEnabled: true,
      solution: 'Look **up**.',
      solutionPublic: true,
      attemptLimit: 7,
      decoy: 'flag{trap}',
      author: 'Bosun',
      level: 'Hard',
      tags: ['heap', 'two words'],
      originalScore: 333,
      minScoreRate: 0.1,
      difficulty: 2.5,
      scoring: 'linear'
    },
    [{ flag: 'flag{b}' }, { flag: 'flag{a}' }]
  )
  const fresh = async (content: string, name: string) => ({
    ...(await services.assets.receive(Readable.from([Buffer.from(content)]), 1 << 24)),
    ...{ field: 'files', name, claimed: '' }
  })
  const fileHash = await upload('shared', 'shärеd.txt')
  await services.challenges.setAttachment(
    admin,
    game,
    statics,
    attachmentInput.parse({ attachmentType: 'Local', fileHash })
  )
  await services.challenges.addFiles(admin, game, statics, [
    await fresh('second', 'two.bin'),
    await fresh('third', 'three.bin')
  ])
  await services.challenges.addRemoteFile(admin, game, statics, {
    url: 'https://files.example.org/x',
    name: 'x.iso'
  })
  await add(
    'DynamicContainer',
    {
      ...{
        flagTemplate: 'flag{[GUID]}',
        decoy: 'trap{[GUID]}',
        containerImage: 'x:1',
        enableTrafficCapture: true
      },
      ...{ requires: [statics], hideLocked: true }
    },
    []
  )
  const own = await upload('for one team', 'own.bin')
  await add('DynamicAttachment', { fileName: 'yours.bin' }, [
    { flag: 'flag{one}', attachmentType: 'Local', fileHash: own, decoy: 'flag{not one}' },
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
    'release_at',
    'category_id'
  ]
  const rowsOf = async (query: string) =>
    (await suite.domain.stores.db.pool.query<Record<string, unknown>>(query, [gameId])).rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name)))
    )
  const mine = 'SELECT id FROM challenges WHERE game_id = $1'
  return {
    game: await rowsOf('SELECT * FROM games WHERE id = $1'),
    challenges: await rowsOf(
      `SELECT c.*, ARRAY(SELECT q.title FROM challenges q WHERE q.id = ANY (c.requires) ORDER BY q.id) AS requires
       FROM challenges c WHERE game_id = $1 ORDER BY id`
    ),
    flags: await rowsOf(`SELECT flag, decoy FROM flags WHERE challenge_id IN (${mine}) ORDER BY id`),
    files: await rowsOf(
      `SELECT a.type, a.hash, a.name, a.remote_url, a.place, f.flag FROM attachments a LEFT JOIN flags f ON f.id = a.flag_id
       WHERE a.challenge_id IN (${mine}) ORDER BY a.challenge_id, f.id, a.place`
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
    const { services, admin, stores } = suite.domain
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

  it('tells its times, and which of them have passed', async () => {
    const id = await wholeGame()
    const told = async () => {
      const { start, end, writeupDeadline, notes } = await bring(await take(id), { dryRun: true })
      return { times: [start, end, writeupDeadline], notes: notes.map(({ code }) => code) }
    }
    const move = (start: number, end: number, due: number) =>
      suite.domain.services.games.update(suite.domain.admin, id, {
        start: new Date(Date.now() + start * MINUTE_MS),
        end: new Date(Date.now() + end * MINUTE_MS),
        writeupDeadline: new Date(Date.now() + due * MINUTE_MS)
      })
    for (const [start, end, due, notes] of [
      [10, 20, 30, []],
      [-10, 20, 30, ['past_start']],
      [-20, -10, -5, ['past_end']]
    ] as const) {
      const game = await move(start, end, due)
      const found = await told()
      expect(found.times).toEqual([game.start, game.end, game.writeupDeadline])
      expect(found.notes.filter((code) => code.startsWith('past_'))).toEqual(notes)
    }
  })

  it('is imported as the same game, byte for byte, and contains no private key', async () => {
    const first = await take(await wholeGame(), true)
    const report = await bring(first)
    expect(report).toMatchObject({ kind: 'Game', refused: [], notices: 1, existing: false })
    expect(report.challenges.map(({ enabled }) => enabled)).toEqual([true, false, false])
    expect(report.notes.map(({ code }) => code)).toEqual(['past_start', 'same_title'])
    const second = await take(report.gameId!, true)
    expect(await unpacked(second)).toEqual(await unpacked(first))
    const { rows } = await suite.domain.stores.db.pool.query<{ seed: string; key: string }>(
      'SELECT private_seed AS seed, public_key AS key FROM games'
    )
    for (const { seed, key } of rows)
      for (const text of [seed, key]) expect(JSON.stringify(await unpacked(first))).not.toContain(text)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    expect((await verifyChain(suite.domain.stores.db.pool, report.gameId!)).firstBad).toBeNull()
  })

  it('is for administrators and of existing games', async () => {
    const { services, as, users } = suite.domain
    const monitor = as((await users(1, 'Monitor'))[0]!, { role: 'Monitor' })
    const game = await suite.domain.game()
    await refused(services.transfer.export(monitor, game, { posts: false }), 'auth.forbidden', 403)
    await refused(
      services.transfer.import(monitor, { path: '/', name: '' }, options()),
      'auth.forbidden',
      403
    )
    await refused(
      services.transfer.export(suite.domain.admin, 999_999, { posts: false }),
      'game.not_found',
      404
    )
  })
})

describe('a copy', () => {
  const wanted = (more: object = {}) =>
    gameCopy.parse({
      title: 'The next tide',
      start: '2031-05-01T00:00:00Z',
      end: '2031-05-03T00:00:00Z',
      ...more
    })

  it('has all columns of its game but its title, times and notices', async () => {
    const { services, admin } = suite.domain
    const from = await wholeGame()
    const original = await columnsOf(from)
    const copied = await services.transfer.copy(admin, from, wanted())
    const { game, challenges, notices, ...rest } = await columnsOf(copied)
    const [old] = original.game as { start_at: Date; end_at: Date; writeup_deadline: Date }[]
    const { start, end } = wanted()
    const grace = old!.writeup_deadline.getTime() - old!.end_at.getTime()
    expect(game).toEqual([
      {
        ...original.game[0],
        ...{ title: 'The next tide', hidden: true, start_at: start, end_at: end },
        ...{ announced_end_at: end, final_at: end },
        writeup_deadline: new Date(end.getTime() + grace)
      }
    ])
    expect(notices).toEqual([])
    const { challenges: challengesBefore, game: _, notices: __, ...restBefore } = original
    expect(rest).toEqual(restBefore)
    const hints = (of: Record<string, unknown>) =>
      of.priced_hints as { content: string; cost: number; availableAt?: string }[]
    const later = start.getTime() - old!.start_at.getTime()
    expect(challenges.map(({ priced_hints: _, ...one }) => one)).toEqual(
      challengesBefore.map(({ priced_hints: _, ...one }) => one)
    )
    const timed = challenges.flatMap(hints)
    expect(timed.map(({ content, cost }) => [content, cost])).toEqual([
      ['three', 30],
      ['four', 0]
    ])
    const before = challengesBefore.flatMap(hints)[0]!.availableAt!
    expect(Date.parse(timed[0]!.availableAt!)).toBe(Date.parse(before) + later)
    expect((await verifyChain(suite.domain.stores.db.pool, copied)).firstBad).toBeNull()
  })

  it('is visible when that is wanted, belongs to who makes it, and the log names the other game', async () => {
    const { services, admin, stores } = suite.domain
    const from = await suite.domain.game({ hidden: true })
    const copied = await services.transfer.copy(admin, from, wanted({ hidden: false }))
    expect(await services.games.editOne(admin, copied)).toMatchObject({
      hidden: false,
      writeupDeadline: wireTime(new Date(wanted().end.getTime() + 3 * HOUR_MS))
    })
    const { rows } = await stores.db.pool.query(
      `SELECT after FROM audit_events WHERE action = 'game_copied' AND target = $1`,
      [`game:${copied}`]
    )
    expect(rows).toEqual([{ after: { from } }])
    const { rows: staff } = await stores.db.pool.query(
      'SELECT role, user_id FROM game_staff WHERE game_id = $1',
      [copied]
    )
    expect(staff).toEqual([{ role: 'owner', user_id: admin.actor!.id }])
  })

  it('is refused without a trace: for others, of no game, and when a file is gone', async () => {
    const { services, admin, as, users, data } = suite.domain
    const from = await wholeGame()
    const tables = ['games', 'challenges', 'audit_events', 'attachments']
    const written = async () => [
      await Promise.all(tables.map(count)),
      readdirSync(data, { recursive: true }).sort()
    ]
    const before = await written()
    const monitor = as((await users(1, 'Monitor'))[0]!, { role: 'Monitor' })
    await refused(services.transfer.copy(monitor, from, wanted()), 'auth.forbidden', 403)
    await refused(services.transfer.copy(admin, 999_999, wanted()), 'game.not_found', 404)
    expect(await written()).toEqual(before)
    const { rows } = await suite.domain.stores.db.pool.query<{ hash: string }>(
      `SELECT hash FROM attachments a JOIN challenges c ON c.id = a.challenge_id
       WHERE c.game_id = $1 AND hash IS NOT NULL ORDER BY a.id LIMIT 1`,
      [from]
    )
    const file = before[1]!.map(String).find((path) => path.endsWith(rows[0]!.hash))!
    renameSync(join(data, file), join(data, `${file}.gone`))
    const broken = await written()
    await refused(services.transfer.copy(admin, from, wanted()), 'file.not_found', 404)
    expect(await written()).toEqual(broken)
    renameSync(join(data, `${file}.gone`), join(data, file))
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
      return { counts, files: readdirSync(suite.domain.data, { recursive: true }).sort() }
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
    { game: await suite.domain.game() },
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

describe('an export of GZCTF', () => {
  it('becomes a hidden game with poster, flags and files, of which nothing is enabled', async () => {
    const report = await bring(await zipOf(gzctfFiles()))
    const { pool } = suite.domain.stores.db
    const { rows } = await pool.query('SELECT hidden, poster_hash, divisions FROM games WHERE id = $1', [
      report.gameId
    ])
    expect(rows).toEqual([{ hidden: true, poster_hash: OF_GZCTF.posterHash, divisions: ['Open', 'School'] }])
    const { rows: made } = await pool.query(
      `SELECT c.title, c.enabled, (SELECT count(*)::int FROM flags f WHERE f.challenge_id = c.id) AS flags
       FROM challenges c WHERE game_id = $1 ORDER BY id`,
      [report.gameId]
    )
    expect(made.map(({ title, enabled, flags }) => [title, enabled, flags])).toEqual([
      ...[
        ['Files', false, 2],
        ['Remote', false, 0],
        ['Gone', false, 1],
        ['Tide', false, 2]
      ],
      ['Box', false, 0]
    ])
    const { hash } = CHALLENGES.tide.attachment
    const shown = await suite.domain.services.challenges.editList(suite.domain.admin, report.gameId!)
    const tide = shown.find(({ title }) => title === 'Tide')!
    const edit = await suite.domain.services.challenges.editOne(suite.domain.admin, report.gameId!, tide.id)
    expect(edit.attachment?.url).toContain(hash)
    expect(edit.closesAt).toBe(CHALLENGES.tide.limits.deadline)
  })

  it('is refused as a whole when a file has another content than its name says', async () => {
    const before = await count('games')
    const path = `files/${CHALLENGES.tide.attachment.hash}`
    await refused(bring(await zipOf(gzctfFiles({ [path]: 'another' }))), 'archive.file_wrong', 400)
    expect(await count('games')).toBe(before)
  })
})

describe('tickets and canned answers', () => {
  const ARCHIVE = 'earlier-tickets.zip'

  /** A game with a ticket about its second challenge, an answer, and a message of the organisers to a team. */
  async function helped() {
    const { domain } = suite
    const { services, admin, stores } = domain
    const game = await playGame(stores.db, { teams: 1, challenges: 2 })
    const [team] = game.teams
    const member = domain.as(team!.members[0])
    const about = ticketOpen.parse({
      title: 'Port closed?',
      text: 'Nothing answers.',
      challengeId: game.challenges[1]!.id
    })
    const { id } = await services.tickets.open(member, game.id, about)
    const { last } = await services.tickets.one(admin, game.id, id)
    await services.tickets.answer(admin, game.id, id, { text: 'Mended.', last })
    await services.tickets.canned.add(admin, game.id, { name: 'Mended', text: 'It works again.' })
    return { game, team: team!, member, id }
  }

  const taken = async (gameId: number, besides: object) => {
    const { content } = await suite.domain.services.transfer.export(suite.domain.admin, gameId, besides)
    return buffer(content)
  }

  it('move with the game, without teams and people, when they are asked for; again from there', async () => {
    const { services, admin } = suite.domain
    const { game, team, member } = await helped()
    const manifest = async (zip: Buffer) => (await unpacked(zip))['game.json']!
    expect(JSON.parse(await manifest(await taken(game.id, {})))).toMatchObject({
      tickets: [],
      answers: [{ name: 'Mended', text: 'It works again.' }]
    })
    const zip = await taken(game.id, { tickets: true })
    const text = await manifest(zip)
    for (const name of [team.name, member.actor!.userName, member.actor!.id, 'Organiser'])
      expect(text).not.toContain(name)

    const { gameId, tickets } = await bring(zip, {}, ARCHIVE)
    expect(tickets).toBe(1)
    const read = (id: number) => services.tickets.earlier(admin, id, { count: 10, skip: 0 })
    const found = await read(gameId!)
    expect(found).toMatchObject({
      total: 1,
      data: [
        {
          title: 'Port closed?',
          byStaff: false,
          challenge: { title: game.challenges[1]!.title },
          messages: [
            { fromStaff: false, text: 'Nothing answers.' },
            { fromStaff: true, text: 'Mended.' }
          ]
        }
      ]
    })
    expect(await services.tickets.canned.list(admin, gameId!)).toMatchObject([{ name: 'Mended' }])
    const second = await bring(await taken(gameId!, { tickets: true }), {}, ARCHIVE)
    const again = await read(second.gameId!)
    const plain = ({ data }: typeof found) =>
      data.map(({ id, challenge, ...one }) => ({ ...one, about: challenge?.title }))
    expect(plain(again)).toEqual(plain(found))
  })

  it('are refused as a whole when one of them is no ticket, or two answers have a name', async () => {
    const { game } = await helped()
    const { exportedAt, ...whole } = JSON.parse(
      (await unpacked(await taken(game.id, { tickets: true })))['game.json']!
    )
    const before = await count('games')
    const ticket = whole.tickets[0]
    for (const wrong of [
      { tickets: [{ ...ticket, title: '' }] },
      { tickets: [{ ...ticket, challenge: -1 }] },
      { tickets: [{ ...ticket, messages: [{ ...ticket.messages[0], text: 'x'.repeat(4001) }] }] },
      { tickets: [{ ...ticket, messages: [{ ...ticket.messages[0], at: 'soon' }] }] },
      { answers: [...whole.answers, ...whole.answers] }
    ]) {
      const zip = await zipOf({ 'game.json': JSON.stringify({ ...whole, ...wrong }) })
      await refused(bring(zip, {}, ARCHIVE), 'archive.bad_game', 400)
    }
    expect(await count('games')).toBe(before)
  })

  it('are read by staff of the game alone, and go to the trash with it', async () => {
    const { services, admin, stores } = suite.domain
    const { game, member } = await helped()
    const { gameId } = await bring(await taken(game.id, { tickets: true }), {}, ARCHIVE)
    await expect(services.tickets.earlier(member, gameId!, { count: 1, skip: 0 })).rejects.toMatchObject({
      status: 403
    })
    const rows = () => stores.db.pool.query('SELECT * FROM earlier_tickets WHERE game_id = $1', [gameId])
    const before = (await rows()).rows
    await services.games.remove(admin, gameId!)
    expect((await rows()).rows).toEqual([])
    const { data } = await services.trash.list(admin, { by: '' }, { count: 1, skip: 0 })
    await services.trash.restore(admin, data[0]!.id)
    expect((await rows()).rows).toEqual(before)
  })
})
