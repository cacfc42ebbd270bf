import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { verifyLedgerFile } from '~/scoring/rules/ledger-file'
import { oracle } from '~/scoring/rules/testing/oracle'
import { NODE_CRYPTO } from '~/scripts/event/verify'
import { newKeys, signWith } from '~/server/games'
import { readEntries } from '~/server/ledger'
import { outsideMessage } from '~/server/ledger-export/contract'
import { createSecretBox } from '~/server/platform/secret-box'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'

let domain: Domain
let game: PlayedGame
let file: string
const folder = mkdtempSync(join(tmpdir(), 'halyard-ledger-'))

const verified = (text: string) => verifyLedgerFile(text.split('\n'), NODE_CRYPTO)

beforeAll(async () => {
  domain = await openDomain()
  const { db } = domain.stores
  game = await playGame(db, { teams: 5, challenges: 3 })
  const keys = newKeys(createSecretBox('ab'.repeat(32)))
  await db.pool.query('UPDATE games SET public_key = $2, private_seed = $3 WHERE id = $1', [
    game.id,
    keys.publicKey,
    keys.privateSeed
  ])
  const at = Date.now() - 600_000
  await sendFlags(
    db,
    game,
    game.teams.flatMap((team, i) =>
      game.challenges.slice(0, 1 + (i % 3)).map((challenge, c) => ({ team, challenge, at: at + i * 7 + c }))
    )
  )
  while ((await judge(db, game.id)).rows.length > 0);
  await domain.services.ledgerExport.sign(new Date())
  const [first, second, third] = game.teams.map(({ participationId }) => participationId)
  const { corrections } = domain.services
  const correct = (correction: Parameters<typeof corrections.apply>[2]['correction']) =>
    corrections.apply(domain.admin, game.id, { correction, reason: 'Größe “zählt”.' })
  await correct({ kind: 'award', participationIds: [first!, second!], points: -33 })
  const { number } = await correct({
    kind: 'void',
    challengeId: game.challenges[0]!.id,
    participationIds: [third!]
  })
  await corrections.undo(domain.admin, game.id, number, { reason: 'No.' })
  await correct({
    kind: 'solve',
    challengeId: game.challenges[2]!.id,
    participationIds: [first!],
    at: new Date(at + 1)
  })
  await correct({
    kind: 'incident',
    challengeIds: null,
    ...{ from: new Date(at + 6), to: new Date(at + 16), solves: 'keep', decay: 'stop' }
  })
  const { id: challengeId } = game.challenges[1]!
  const pricedHints = [
    { content: 'Look up', cost: 77 },
    { content: 'Look down', cost: 5 }
  ]
  await domain.services.challenges.update(domain.admin, game.id, challengeId, { pricedHints })
  for (const hint of [1, 2])
    await domain.services.hints.buy(domain.as(game.teams[3]!.members[0]), game.id, challengeId, hint)
  await domain.services.games.update(domain.admin, game.id, { end: new Date() })
  await domain.services.ledgerExport.sign(new Date())
  file = await textOf(await domain.services.ledgerExport.file(domain.as(null), game.id))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await domain?.close()
})

/** The board by a second implementation of the rules, as the programs print it. */
async function board(): Promise<string[]> {
  const events = await readEntries(domain.stores.db.pool, game.id, 0, 10_000)
  const nameOf = (id: number) => game.teams.find(({ participationId }) => participationId === id)!.name
  return oracle(events).teams.map(({ id, rank, score, solved }) =>
    [rank, score, solved, nameOf(id)].join('\t')
  )
}

const lines = () => file.trim().split('\n')
const entryLines = () => lines().flatMap((line, index) => ('text' in JSON.parse(line) ? [index] : []))
const withLine = (index: number, change: (line: Record<string, unknown>) => object | null) =>
  lines()
    .flatMap((line, at) => {
      if (at !== index) return [line]
      const changed = change(JSON.parse(line))
      return changed ? [JSON.stringify(changed)] : []
    })
    .join('\n')

describe('the exported ledger', () => {
  it('is made for many at once with two connections at most', async () => {
    const { ledgerExport } = domain.services
    const { pool } = domain.stores.db
    const downloads = await Promise.all(
      Array.from({ length: 60 }, () => ledgerExport.file(domain.as(null), game.id))
    )
    let most = 0
    let ended = false
    const texts = Promise.all(downloads.map((download) => textOf(download))).finally(() => {
      ended = true
    })
    while (!ended) {
      most = Math.max(most, pool.totalCount - pool.idleCount + pool.waitingCount)
      await setImmediate()
    }
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2)
    // The names' signature is the same for equal names: Ed25519 has no randomness.
    expect(new Set(await texts)).toEqual(new Set([file]))
  })

  it('verifies, has two checkpoints and no name in its chain, and gives the board', async () => {
    const found = await verified(file)
    expect(found.fault).toBeNull()
    expect(found.checkpoints).toBe(2)
    expect(
      found.state.ranking.map(({ rank, score, solved, id }) =>
        [rank, score, solved, found.names.teams[id]].join('\t')
      )
    ).toEqual(await board())
    for (const index of entryLines())
      for (const { name } of game.teams) expect(lines()[index]).not.toContain(name)
  })

  it('shows each change at its place', async () => {
    const places = entryLines()
    const third = places[2]!
    const faultOf = async (text: string) => (await verified(text)).fault
    expect(
      await faultOf(
        withLine(third, (line) => ({ ...line, text: String(line.text).replace(/\d{13}/, '1700000000000') }))
      )
    ).toEqual({ seq: 3, what: 'hash' })
    expect(await faultOf(withLine(third, () => null))).toEqual({ seq: 3, what: 'place' })
    const swapped = lines()
    ;[swapped[third], swapped[third + 1]] = [swapped[third + 1]!, swapped[third]!]
    expect(await faultOf(swapped.join('\n'))).toEqual({ seq: 3, what: 'place' })
    const last = places.at(-1)!
    expect((await faultOf(withLine(last, () => null)))?.what).toBe('checkpoint')
    const end = lines().length - 1
    expect((await faultOf(withLine(end, () => null)))?.what).toBe('head')
    const forged = Buffer.alloc(64).toString('base64')
    expect((await faultOf(withLine(end, (line) => ({ ...line, signature: forged }))))?.what).toBe('signature')
  })

  it('shows that a name or a time was changed, which are in no entry', async () => {
    const all = lines()
    const count = entryLines().length
    const place = all.findIndex((line) => 'names' in JSON.parse(line))
    const [winner] = game.teams
    const renamed = all[place]!.replace(JSON.stringify(winner!.name), '"Somebody else"')
    expect(renamed).not.toBe(all[place])
    const later = all[0]!.replace(/"end":"\d{4}/, '"end":"2999')
    const checkpoints = all.findIndex((line) => 'checkpoints' in JSON.parse(line))
    const { checkpoints: signed } = JSON.parse(all[checkpoints]!)
    const moved = { checkpoints: [{ ...signed[0], time: '2020-01-01T00:00:00.000Z' }, ...signed.slice(1)] }
    for (const changed of [
      ...[all.with(place, renamed), all.toSpliced(place, 1), all.with(0, later)],
      ...[all.with(checkpoints, JSON.stringify(moved)), all.toSpliced(checkpoints, 1)],
      all.with(checkpoints, JSON.stringify({ checkpoints: signed.slice(1) }))
    ]) {
      const found = await verified(changed.join('\n'))
      expect(found.fault).toEqual({ seq: count, what: 'outside' })
    }
    const end = all.length - 1
    const older = await verified(withLine(end, ({ outside: _, ...line }) => line))
    expect([older.fault, older.signed, older.outsideSigned]).toEqual([null, true, false])
    expect((await verified(file)).outsideSigned).toBe(true)
  })

  it('is read in version 1, too, which did not sign the times of checkpoints', async () => {
    const [row] = (
      await domain.stores.db.pool.query(
        'SELECT public_key AS "publicKey", private_seed AS "privateSeed" FROM games WHERE id = $1',
        [game.id]
      )
    ).rows
    const all = lines()
    const first = all[0]!.replace('"version":2', '"version":1')
    const names = all.find((line) => 'names' in JSON.parse(line))
    const digest = createHash('sha256').update(`${first}\n${names}`).digest('hex')
    const last = JSON.parse(all.at(-1)!)
    const { seq, hash } = last.head
    const text = Buffer.from(outsideMessage(game.id, seq, hash, digest))
    const outside = signWith(createSecretBox('ab'.repeat(32)), row, text)
    const old = all.with(0, first).with(-1, JSON.stringify({ ...last, outside }))
    expect(await verified(old.join('\n'))).toMatchObject({ fault: null, outsideSigned: true })
    // Nobody makes an old file of a new one.
    const found = await verified(all.with(0, first).join('\n'))
    expect(found.fault?.what).toBe('outside')
  })

  it('shows what was added at its place, and what cannot be read', async () => {
    const faultOf = async (all: string[]) => (await verified(all.join('\n'))).fault
    const all = lines()
    const count = entryLines().length
    const last = JSON.parse(all[entryLines().at(-1)!]!)
    const text = String(last.text).replace(`,${count},`, `,${count + 1},`)
    const hash = createHash('sha256').update(Buffer.from(last.hash, 'hex')).update(text).digest('hex')
    const added = JSON.stringify({ seq: count + 1, text, hash })
    const names = all.find((line) => 'names' in JSON.parse(line))!
    expect(await faultOf([...all, added])).toEqual({ seq: count + 1, what: 'head' })
    expect(await faultOf([...all, names])).toEqual({ seq: count + 1, what: 'head' })
    expect(await faultOf(all.toSpliced(-1, 0, added))).toEqual({ seq: count + 1, what: 'place' })
    expect(await faultOf(all.toSpliced(-1, 0, names))).toEqual({ seq: count + 1, what: 'place' })
    const place = all.indexOf(names)
    for (const line of [
      '{"more":1}',
      '5',
      'null',
      '[]',
      '{"names":null}',
      '{"checkpoints":{}}',
      '{"head":null}'
    ])
      expect([line, await faultOf(all.toSpliced(place, 0, line))]).toEqual([
        line,
        { seq: count + 1, what: 'entry' }
      ])
    const third = entryLines()[2]!
    expect(await faultOf(all.with(third, '{"seq":3,"te'))).toEqual({ seq: 3, what: 'entry' })
    const unread = JSON.parse(all[third - 1]!).hash
    const nonsense = '[1,3'
    const made = createHash('sha256').update(Buffer.from(unread, 'hex')).update(nonsense).digest('hex')
    expect(await faultOf(all.with(third, JSON.stringify({ seq: 3, text: nonsense, hash: made })))).toEqual({
      seq: 3,
      what: 'entry'
    })
    const unsigned = await verified(withLine(all.length - 1, (line) => ({ ...line, signature: null })))
    expect([unsigned.fault, unsigned.signed]).toEqual([null, false])
  })

  const python = spawnSync('python3', ['--version']).status === 0
  it.runIf(python)('is verified by the Python program, which was written from the document', async () => {
    const path = join(folder, 'ledger.ndjson')
    writeFileSync(path, file)
    const run = () => spawnSync('python3', ['docs/verify.py', path], { encoding: 'utf8' })
    const good = run()
    expect(good.stderr).toBe('')
    expect(good.stdout.trim().split('\n').slice(0, -1)).toEqual(await board())
    // Without its package for signatures the program says so.
    if (!good.stdout.includes('not all signatures checked')) {
      writeFileSync(path, file.replace(JSON.stringify(game.teams[0]!.name), '"Somebody else"'))
      expect(run().stderr).toContain('the signature is not by the key of the game')
      const place = lines().findIndex((line) => 'checkpoints' in JSON.parse(line))
      const cut = withLine(place, ({ checkpoints }) => ({ checkpoints: (checkpoints as object[]).slice(1) }))
      writeFileSync(path, cut)
      expect(run().stderr).toContain('the signature is not by the key of the game')
    }
    writeFileSync(
      path,
      withLine(entryLines()[4]!, (line) => ({
        ...line,
        text: String(line.text).replace(/\d{13}/, '1700000000000')
      }))
    )
    expect(run()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('entry 5: its hash is another')
    })
    const count = entryLines().length
    const refusals: [string[], string][] = [
      [[...lines(), lines()[entryLines()[0]!]!], `entry ${count + 1}: its line stands in the wrong place`],
      [lines().with(entryLines()[1]!, '{"seq":2,"te'), 'entry 2: it cannot be read'],
      [lines().with(entryLines()[1]!, '5'), 'entry 2: it cannot be read'],
      [lines().with(entryLines()[1]!, '{"seq":2,"text":"5"}'), 'entry 2: it cannot be read'],
      [lines().slice(0, -1), `entry ${count + 1}: the end is missing`]
    ]
    for (const [all, why] of refusals) {
      writeFileSync(path, all.join('\n'))
      expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining(why) })
    }
  })

  it('matches the document’s test vectors', () => {
    const document = readFileSync('docs/ledger.md', 'utf8')
    const vectors = [...document.matchAll(/^ {4}(\[\d.*\])\n {4}([0-9a-f]{64})$/gm)]
    expect(vectors).toHaveLength(2)
    let previous = Buffer.alloc(0)
    for (const [, said, hash] of vectors) {
      const made = createHash('sha256').update(previous).update(said!).digest()
      expect(made.toString('hex')).toBe(hash)
      previous = made
    }
  })
})

describe('access to the ledger', () => {
  it('is for everybody after the end and the reveal, and for administrators always', async () => {
    const running = await playGame(domain.stores.db)
    const { ledgerExport, freezing, games } = domain.services
    await refused(ledgerExport.file(domain.as(null), running.id), 'ledger.not_public', 403)
    await freezing.set(domain.admin, running.id, 'now')
    await games.update(domain.admin, running.id, { end: new Date() })
    await refused(ledgerExport.file(domain.as(null), running.id), 'ledger.not_public', 403)
    expect(await textOf(await ledgerExport.file(domain.admin, running.id))).toContain('"signature":null')
    await freezing.reveal(domain.admin, running.id)
    expect(await textOf(await ledgerExport.file(domain.as(null), running.id))).toContain('"halyard":"ledger"')
  })

  it('gives a solver a receipt that fits the file, and nobody while the board is frozen', async () => {
    const { ledgerExport, freezing } = domain.services
    const [team] = game.teams
    const receipt = await ledgerExport.receipt(
      domain.as(null),
      game.id,
      team!.participationId,
      game.challenges[0]!.id
    )
    const line = lines().find((one) => JSON.parse(one).seq === receipt.seq)
    expect(JSON.parse(line!)).toEqual({ seq: receipt.seq, text: receipt.text, hash: receipt.hash })
    const all = await ledgerExport.receipts(domain.as(null), game.id, team!.participationId)
    const entries = new Map(lines().map((one) => [JSON.parse(one).seq, JSON.parse(one).hash]))
    expect(all.length).toBeGreaterThan(0)
    expect(all.map(({ seq, hash }) => [seq, hash])).toEqual(all.map(({ seq }) => [seq, entries.get(seq)]))
    expect(all).toContainEqual({
      challenge: game.challenges[0]!.title,
      seq: receipt.seq,
      hash: receipt.hash
    })
    const running = await playGame(domain.stores.db, { teams: 1, challenges: 1 })
    await sendFlags(domain.stores.db, running, [
      { team: running.teams[0]!, challenge: running.challenges[0]! }
    ])
    await judge(domain.stores.db, running.id)
    const solver = running.teams[0]!.participationId
    // The last entry has its hash from the head of the ledger.
    expect(await ledgerExport.receipts(domain.as(null), running.id, solver)).toHaveLength(1)
    await freezing.set(domain.admin, running.id, 'now')
    expect(await ledgerExport.receipts(domain.as(null), running.id, solver)).toEqual([])
    await refused(
      ledgerExport.receipt(
        domain.as(null),
        running.id,
        running.teams[0]!.participationId,
        running.challenges[0]!.id
      ),
      'ledger.no_receipt',
      404
    )
    expect(await ledgerExport.checkpoints(domain.as(null), running.id)).toEqual([])
  })
})
