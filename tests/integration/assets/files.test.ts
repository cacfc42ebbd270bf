import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer, type ZipFile } from 'yauzl'
import type { Ctx } from '~/server/access/contract'
import type { Upload } from '~/server/assets/contract'
import { createStorage } from '~/server/assets/storage'
import { listUsableFiles } from '~/server/assets/usable'
import { challengeInput, flagsInput } from '~/server/challenges/contract'
import type { Sql } from '~/server/db'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { pdf } from '../../support/files/files'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

async function uploadOf(content: Buffer | string, name = 'file.bin', claimed = ''): Promise<Upload> {
  const staged = await domain.services.assets.receive(Readable.from([Buffer.from(content)]), 1 << 24)
  return { ...staged, field: 'file', name, claimed }
}
const random = () => randomBytes(16).toString('hex')
const uploaded = async (content = random(), name = 'file.bin') =>
  (await domain.services.assets.upload(domain.admin, [await uploadOf(content, name)]))[0]!.hash
const stored = (hash: string) =>
  existsSync(join(domain.data, 'files/stored', hash.slice(0, 2), hash.slice(2, 4), hash))
const known = async (hash: string) =>
  (await domain.stores.db.pool.query('SELECT FROM blobs WHERE hash = $1', [hash])).rowCount === 1
const later = () => new Date(Date.now() + 2 * HOUR_MS)

async function playing(input: Parameters<Domain['game']>[0] = {}, type = 'StaticAttachment') {
  const { services, as, admin } = domain
  const game = await domain.game({ acceptWithoutReview: true, ...input })
  const { id } = await services.challenges.create(admin, game, challengeInput.parse({ title: 'C', type }))
  const team = await domain.team()
  const ctx = as(team.captain)
  await services.participations.join(ctx, game, { teamId: team.id })
  return { game, challenge: id, team, ctx }
}
const shared = (game: number, challenge: number, fileHash: string) =>
  domain.services.challenges.setAttachment(domain.admin, game, challenge, {
    attachmentType: 'Local',
    fileHash
  })
const enable = async (game: number, challenge: number, flag: string = random()) => {
  await domain.services.challenges.addFlags(domain.admin, game, challenge, flagsInput.parse([{ flag }]))
  await domain.services.challenges.update(domain.admin, game, challenge, { isEnabled: true })
}

describe('contents', () => {
  it('are stored once however many store them at once, and deleted with the last use', async () => {
    const content = random()
    const hashes = await Promise.all(Array.from({ length: 10 }, () => uploaded(content)))
    expect(new Set(hashes).size).toBe(1)
    expect(readdirSync(join(domain.data, 'files/temporary'))).toEqual([])
    await domain.services.assets.remove(domain.admin, hashes[0]!)
    expect([stored(hashes[0]!), await known(hashes[0]!)]).toEqual([false, false])
    await refused(domain.services.assets.remove(domain.admin, hashes[0]!), 'file.not_found', 404)
  })

  it('exist or are missing, with row and file alike, when one deletes what another uses', async () => {
    const { game, challenge } = await playing()
    for (let round = 0; round < 12; round++) {
      const hash = await uploaded()
      const { done, codes } = await outcomes([
        shared(game, challenge, hash),
        domain.services.assets.remove(domain.admin, hash)
      ])
      expect(done).toBe(1)
      expect(['file.in_use', 'file.not_found']).toContain(codes[0])
      const used = codes[0] === 'file.in_use'
      expect([stored(hash), await known(hash)]).toEqual([used, used])
    }
  })

  it('are listed with each use once and the game it is in', async () => {
    const hash = await uploaded()
    const [ebb, flow] = [
      await playing({ title: 'Ebb' }),
      await playing({ title: 'Flow' }, 'DynamicAttachment')
    ]
    await shared(ebb.game, ebb.challenge, hash)
    const flags = ['one', 'two'].map((flag) => ({ flag, attachmentType: 'Local', fileHash: hash }))
    const { services, admin } = domain
    await services.challenges.addFlags(admin, flow.game, flow.challenge, flagsInput.parse(flags))
    const { data } = await services.assets.list(admin, { count: 10, skip: 0, search: hash })
    expect(data.map(({ uses }) => uses)).toEqual([
      [
        {
          kind: 'Attachment',
          owner: String(ebb.challenge),
          title: 'C',
          game: { id: ebb.game, title: 'Ebb' }
        },
        {
          kind: 'FlagAttachment',
          owner: String(flow.challenge),
          title: 'C',
          game: { id: flow.game, title: 'Flow' }
        }
      ]
    ])
  })

  it('survive a sweep that runs while they are stored anew', async () => {
    const { assets } = domain.services
    for (let round = 0; round < 8; round++) {
      const content = random()
      const hash = await uploaded(content)
      await domain.stores.db.pool.query('DELETE FROM uploads WHERE hash = $1', [hash])
      await domain.stores.db.pool.query(
        `UPDATE blobs SET stored_at = now() - interval '1 day' WHERE hash = $1`,
        [hash]
      )
      await Promise.all([uploaded(content), assets.sweep(new Date())])
      expect([stored(hash), await known(hash)]).toEqual([true, true])
    }
  })

  it('are swept when unused for an hour, with strays', async () => {
    const { assets } = domain.services
    const [used, unused] = [await uploaded(), await uploaded()]
    await domain.stores.db.pool.query('DELETE FROM uploads WHERE hash = $1', [unused])
    const stray = await uploaded()
    await domain.stores.db.pool.query('DELETE FROM uploads WHERE hash = $1', [stray])
    await domain.stores.db.pool.query('DELETE FROM blobs WHERE hash = $1', [stray])
    await assets.sweep(new Date())
    expect([stored(used), stored(unused), stored(stray)]).toEqual([true, true, true])
    await assets.sweep(later())
    expect([stored(used), stored(unused), stored(stray)]).toEqual([true, false, false])
    expect(await known(unused)).toBe(false)
  })

  it('that a killed process received half are swept by the next on that machine', async () => {
    const [left, coming] = [await uploadOf(random()), await uploadOf(random())]
    const begun = new Date(Date.now() - 2 * HOUR_MS)
    utimesSync(left.path, begun, begun)
    await domain.services.assets.prepare()
    await expect.poll(() => existsSync(left.path)).toBe(false)
    expect(existsSync(coming.path)).toBe(true)
    await domain.services.assets.discard(coming.path)
  })

  it('that cannot be stored show why', async () => {
    const file = join(domain.data, 'a-file')
    writeFileSync(file, '')
    const storage = createStorage(file)
    await expect(storage.prepare()).rejects.toThrow(/HALYARD_DATA must name a folder/)
    await refused(storage.receive(Readable.from([Buffer.from('x')]), 10), 'asset.io_error', 400)
    await refused(
      domain.services.assets.receive(Readable.from([Buffer.alloc(11)]), 10),
      'file.too_large',
      400
    )
    const abandoned = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('gone')
      })()
    )
    await expect(domain.services.assets.receive(abandoned, 10)).rejects.toThrow('gone')
    expect(readdirSync(join(domain.data, 'files/temporary'))).toEqual([])
  })
})

describe('files of challenges', () => {
  const may = async (ctx: Parameters<Domain['services']['assets']['read']>[0], hash: string) => {
    const file = await domain.services.assets.read(ctx, hash).catch(() => null)
    await file?.close()
    return file !== null
  }

  it('are read by players who may play the challenge now, and by staff', async () => {
    const { game, challenge, ctx } = await playing()
    const other = await playing()
    const hash = await uploaded(random(), '../题.zip')
    await shared(game, challenge, hash)
    const monitor = domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })
    const readers = () =>
      Promise.all([
        may(ctx, hash),
        may(other.ctx, hash),
        may(domain.as(null), hash),
        may(monitor, hash),
        may(domain.admin, hash)
      ])
    expect(await readers()).toEqual([false, false, false, true, true])
    await enable(game, challenge)
    expect(await readers()).toEqual([true, false, false, true, true])
    const view = await domain.services.challenges.play(ctx, game, challenge)
    expect(view.context).toMatchObject({
      url: `/assets/${hash}/${encodeURIComponent('../题.zip')}`,
      fileSize: 32
    })
    expect(await may({ ...ctx, now: new Date(Date.now() - 2 * HOUR_MS) }, hash)).toBe(false)
    expect(await may({ ...ctx, actor: { ...ctx.actor!, role: 'Banned' } }, hash)).toBe(false)
    await domain.stores.db.pool.query(`UPDATE participations SET status = 'Suspended' WHERE game_id = $1`, [
      game
    ])
    expect(await may(ctx, hash)).toBe(false)
    await domain.services.challenges.setAttachment(domain.admin, game, challenge, { attachmentType: 'None' })
    await refused(domain.services.assets.read(domain.admin, hash), 'file.not_found', 404)
    expect(stored(hash)).toBe(false)
  })

  it('of flags are read by the team that has the flag', async () => {
    const { game, challenge, ctx } = await playing({}, 'DynamicAttachment')
    const [first, second] = [await uploaded(), await uploaded()]
    const flags = [first, second].map((fileHash) => ({ flag: random(), attachmentType: 'Local', fileHash }))
    await domain.services.challenges.addFlags(domain.admin, game, challenge, flagsInput.parse(flags))
    await domain.services.challenges.update(domain.admin, game, challenge, { isEnabled: true })
    expect([await may(ctx, first), await may(ctx, second)]).toEqual([false, false])
    const { context } = await domain.services.challenges.play(ctx, game, challenge)
    const own = context.url!.split('/')[2]!
    const foreign = own === first ? second : first
    expect([await may(ctx, own), await may(ctx, foreign)]).toEqual([true, false])
    await refused(shared(game, challenge, first), 'challenge.use_flag_attachments', 400)
  })

  it('and of flags are not read by who was removed from the team after the end', async () => {
    const { services, as, admin } = domain
    const game = await domain.game({ acceptWithoutReview: true, practiceMode: true })
    const make = async (type: string) =>
      (await services.challenges.create(admin, game, challengeInput.parse({ title: type, type }))).id
    const [open, dynamic] = [await make('StaticAttachment'), await make('DynamicAttachment')]
    const [shownToAll, own] = [await uploaded(), await uploaded()]
    await shared(game, open, shownToAll)
    await enable(game, open)
    const flags = [{ flag: random(), attachmentType: 'Local', fileHash: own }]
    await services.challenges.addFlags(admin, game, dynamic, flagsInput.parse(flags))
    await services.challenges.update(admin, game, dynamic, { isEnabled: true })
    const team = await domain.team(2)
    const [captain, mate] = team.members.map((member) => as(member)) as [Ctx, Ctx]
    for (const ctx of [captain, mate]) await services.participations.join(ctx, game, { teamId: team.id })
    await services.challenges.play(captain, game, dynamic)
    const end = new Date(Date.now() - 1000)
    await services.games.update(admin, game, { end, writeupDeadline: end })
    const readers = () => Promise.all([captain, mate].flatMap((ctx) => [may(ctx, shownToAll), may(ctx, own)]))
    expect(await readers()).toEqual([true, true, true, true])
    await services.teams.kick(captain, team.id, team.members[1]!.id)
    expect(await readers()).toEqual([true, true, false, false])
  })

  it('are replaced by existing contents only', async () => {
    const { game, challenge } = await playing()
    const hash = await uploaded()
    await shared(game, challenge, hash)
    for (const wrong of ['0'.repeat(64), 'x', '', '../../etc/passwd'])
      await refused(shared(game, challenge, wrong), 'file.not_found', 400)
    const { attachment } = await domain.services.challenges.editOne(domain.admin, game, challenge)
    expect(attachment).toMatchObject({ type: 'Local', url: `/assets/${hash}/file.bin` })
  })
})

describe('writeups', () => {
  const asked = { writeupRequired: true, writeupDeadline: new Date(Date.now() + HOUR_MS) }
  const submit = async (
    ctx: Parameters<Domain['services']['writeups']['submit']>[0],
    game: number,
    content = pdf()
  ) => {
    const file = await uploadOf(content, 'w.pdf', 'application/pdf')
    await domain.services.writeups.submit(ctx, game, file)
    return file.hash
  }

  it('are one per team; a new one replaces the old', async () => {
    const { game, ctx, team } = await playing(asked)
    const { writeups, assets } = domain.services
    expect(await writeups.state(ctx, game)).toMatchObject({ submitted: false, name: '#', fileSize: 0 })
    const old = await submit(ctx, game)
    const hash = await submit(ctx, game)
    expect([stored(old), stored(hash)]).toEqual([false, true])
    const { name } = await writeups.state(ctx, game)
    expect(name).toMatch(new RegExp(`^Writeup-${game}-${team.id}-\\d{8}-\\d\\d\\.\\d\\d\\.\\d\\dZ\\.pdf$`))
    expect(await writeups.list(domain.admin, game)).toMatchObject([
      { team: { id: team.id, members: null }, url: `/assets/${hash}/${name}` }
    ])
    await refused(assets.read((await playing(asked)).ctx, hash), 'file.not_found', 404)
    const some = { count: 1, skip: 0 }
    for (const [search, total] of [
      ['', 1],
      [team.captain.name.toUpperCase(), 1],
      ['%', 0]
    ] as const)
      expect(await writeups.page(domain.admin, game, { search }, some)).toMatchObject({ total })
    const beyond = await writeups.page(domain.admin, game, {}, { count: 1, skip: 1 })
    expect(beyond).toEqual({ data: [], total: 1 })
    expect(await writeups.list(domain.admin, game, { participation: 0 })).toEqual([])
    await (await assets.read(ctx, hash)).close()
    await Promise.all(Array.from({ length: 5 }, () => submit(ctx, game)))
    expect(await writeups.list(domain.admin, game)).toHaveLength(1)
    await writeups.removeAll(domain.admin, game)
    expect(await writeups.state(ctx, game)).toMatchObject({ submitted: false })
  })

  it('are PDFs, checked before anything else', async () => {
    const { game, ctx } = await playing()
    const { writeups } = domain.services
    const wrong: [Buffer | string, string, string][] = [
      ['<html>%PDF-1.4 %%EOF', 'w.pdf', 'application/pdf'],
      [pdf(), 'w.PDF', 'application/pdf'],
      [pdf(), 'w.pdf.exe', 'application/pdf'],
      [pdf(), 'w.pdf', 'text/html']
    ]
    for (const [content, name, type] of wrong)
      await refused(writeups.submit(ctx, game, await uploadOf(content, name, type)), 'file.not_pdf', 400)
    const whole = pdf()
    const xref = whole.indexOf('xref')
    const damaged: (Buffer | string)[] = [
      '%PDF-1.4\nthis is not really a document, whatever its name says %%EOF\n',
      '%PDF-1.4\n1 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF\n',
      '%PDF-1.4\n1 0 obj\n<< >>\nendobj\nstartxref\n99999\n%%EOF\n',
      whole.subarray(0, whole.length - 12),
      whole.subarray(0, xref),
      // The end of the ZIP names a wrong place for its table.
      Buffer.concat([
        whole.subarray(0, xref),
        Buffer.alloc(4000, 'x'),
        whole.subarray(whole.indexOf('startxref'))
      ])
    ]
    for (const content of damaged)
      await refused(
        writeups.submit(ctx, game, await uploadOf(content, 'w.pdf', 'application/pdf')),
        'file.pdf_incomplete',
        400
      )
    await refused(
      writeups.submit(ctx, game, await uploadOf('', 'w.pdf', 'application/pdf')),
      'file.empty',
      400
    )
    await refused(submit(ctx, game), 'writeup.not_required', 400)
    const late = await playing({ ...asked, writeupDeadline: new Date(Date.now() - 1) })
    await refused(submit(late.ctx, late.game), 'writeup.deadline_passed', 400)
    await refused(submit(ctx, late.game), 'game.not_participating', 400)
  })

  it('are downloaded as one archive whose title leads nowhere else', async () => {
    const { game, ctx } = await playing({ ...asked, title: '../../x/<y>' })
    const content = pdf()
    await submit(ctx, game, content)
    const { name, content: zip } = await domain.services.writeups.archive(domain.admin, game)
    const read = promisify(fromBuffer) as unknown as (data: Buffer, options: object) => Promise<ZipFile>
    const archive = await read(await buffer(zip), { lazyEntries: true })
    const entry = await new Promise<{ fileName: string; uncompressedSize: number }>((resolve) => {
      archive.once('entry', resolve)
      archive.readEntry()
    })
    expect(entry.uncompressedSize).toBe(content.length)
    expect(entry.fileName.split('/')).toEqual([
      name.slice(0, -'.zip'.length),
      expect.stringMatching(/^Writeup-.*\.pdf$/)
    ])
  })
})

it('files in a text are kept for its readers as long as the text names them', async () => {
  const { game, challenge, ctx } = await playing()
  const hash = await uploaded()
  const { challenges, assets } = domain.services
  await challenges.update(domain.admin, game, challenge, { content: `![](/assets/${hash}/a.png)` })
  await enable(game, challenge)
  await (await assets.read(ctx, hash)).close()
  await refused(assets.remove(domain.admin, hash), 'file.in_use', 400)
  await refused(assets.read(domain.as(null), hash), 'file.not_found', 404)
  const input = { title: 'News', summary: '', content: `[file](/assets/${hash}/a.png)`, isPinned: false }
  const post = await domain.services.posts.create(domain.admin, input)
  await (await assets.read(domain.as(null), hash)).close()
  await domain.services.posts.update(domain.admin, post, { ...input, content: '' })
  await refused(assets.read(domain.as(null), hash), 'file.not_found', 404)
  await challenges.update(domain.admin, game, challenge, { content: 'gone' })
  await refused(assets.read(ctx, hash), 'file.not_found', 404)
  await assets.remove(domain.admin, hash)
  expect(stored(hash)).toBe(false)
})

it('a service token may use what it has uploaded, and no file of which nobody knows who uploaded it', async () => {
  const { game, ctx } = await playing()
  const { pool } = domain.stores.db
  const [one, two] = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const { rows } = await pool.query(
        `INSERT INTO api_tokens (id, name, token_hash, hint, scopes, game_id, game_role, expires_at)
         VALUES (gen_random_uuid(), $1, md5(random()::text) || md5($1), 'hly_1234', '{edit}', $2, 'author', now() + interval '1 day')
         RETURNING id`,
        [name, game]
      )
      const { id } = rows[0] as { id: string }
      const token = { id, name, scopes: ['edit'] as const, gameId: game, service: true }
      const actor = {
        id,
        userName: name,
        role: 'User' as const,
        sessionId: `token ${id}`,
        avatar: null,
        token
      }
      return { ...ctx, actor: { ...actor, games: { [game]: 'author' as const } } } satisfies Ctx
    })
  )
  const upload = async (caller: Ctx) =>
    (await domain.services.assets.upload(caller, [await uploadOf(random())]))[0]!.hash
  const own = await upload(one!)
  const [author] = await domain.users(1)
  const left = await upload({ ...ctx, actor: { ...domain.as(author!).actor!, games: { [game]: 'author' } } })
  await pool.query('DELETE FROM users WHERE id = $1', [author!.id])
  expect(await listUsableFiles(pool, one!, game, [own, left])).toEqual([own])
  expect(await listUsableFiles(pool, two!, game, [own, left])).toEqual([])
})

it('files that somebody may use are found together as one by one, by as few statements for many', async () => {
  const { game, challenge, ctx } = await playing()
  const { pool } = domain.stores.db
  const other = await playing()
  const [published, text, file, foreign, loose] = await Promise.all([1, 2, 3, 4, 5].map(() => uploaded()))
  const post = { title: 'News', summary: '', content: `/assets/${published}/a.png`, isPinned: false }
  await domain.services.posts.create(domain.admin, post)
  await domain.services.challenges.update(domain.admin, game, challenge, { content: `/assets/${text}/a.png` })
  await shared(game, challenge, file!)
  await enable(game, challenge)
  await shared(other.game, other.challenge, foreign!)
  const staff = (role: 'author' | 'support'): Ctx => ({
    ...ctx,
    actor: { ...ctx.actor!, games: { [other.game]: role } }
  })
  const own = (await domain.services.assets.upload(staff('author'), [await uploadOf(random())]))[0]!.hash
  const hashes = [own, published!, text!, file!, foreign!, loose!, '0'.repeat(64)]
  let statements = 0
  const sql = {
    query: (...args: Parameters<typeof pool.query>) => {
      statements++
      return pool.query(...args)
    }
  } as Sql
  const callers = [ctx, staff('author'), staff('support'), domain.as((await domain.users(1))[0]!)]
  const expected = [
    [own, published, text, file],
    [own, published, text, file, foreign],
    [own, published, text, file],
    [published]
  ]
  for (const [index, caller] of callers.entries()) {
    const single = []
    for (const hash of hashes) single.push(...(await listUsableFiles(sql, caller, null, [hash])))
    statements = 0
    expect(await listUsableFiles(sql, caller, null, hashes)).toEqual(single)
    expect(statements).toBeLessThanOrEqual(4)
    expect(single).toEqual(expected[index])
  }
})
