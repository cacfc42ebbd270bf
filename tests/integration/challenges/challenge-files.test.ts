import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Upload } from '~/server/assets/contract'
import { CHALLENGE_FILES } from '~/server/challenges/files/constants'
import { filesArrangement, remoteFileInput } from '~/server/challenges/files/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const random = () => randomBytes(12).toString('hex')
async function uploadOf(name: string, content = random()): Promise<Upload> {
  const staged = await domain.services.assets.receive(Readable.from([Buffer.from(content)]), 1 << 24)
  return { ...staged, field: 'files', name, claimed: '' }
}
const uploads = (...names: string[]) => Promise.all(names.map((name) => uploadOf(name)))

async function played() {
  const game = await playGame(domain.stores.db, { teams: 2, challenges: 2 })
  const [first, second] = game.challenges.map(({ id }) => id) as [number, number]
  const { challenges } = domain.services
  const add = async (id: number, ...names: string[]) =>
    challenges.addFiles(domain.admin, game.id, id, await uploads(...names))
  const arrange = (id: number, files: object[]) =>
    challenges.arrangeFiles(domain.admin, game.id, id, filesArrangement.parse({ files }))
  const names = async (id: number) =>
    (await challenges.editOne(domain.admin, game.id, id)).files.map(({ name }) => name)
  return { game, first, second, challenges, add, arrange, names }
}
const player = ({ teams }: PlayedGame, team = 0) => domain.as(teams[team]!.members[0]!)

it('players get all files in order, and clients of the contract the first', async () => {
  const { game, first, challenges, add } = await played()
  const [one, two] = await add(first, 'a.txt', 'b.txt')
  await challenges.addRemoteFile(
    domain.admin,
    game.id,
    first,
    remoteFileInput.parse({ url: 'https://files.example.org/deep/c.iso' })
  )
  const view = await challenges.play(player(game), game.id, first)
  expect(view.files).toEqual([
    { name: 'a.txt', url: one!.url, size: 24, sha256: one!.sha256 },
    { name: 'b.txt', url: two!.url, size: 24, sha256: two!.sha256 },
    { name: 'files.example.org', url: 'https://files.example.org/deep/c.iso', size: null, sha256: null }
  ])
  expect(view.context).toMatchObject({ url: one!.url, fileSize: 24 })
  const edited = await challenges.editOne(domain.admin, game.id, first)
  expect(edited.attachment).toMatchObject({ id: one!.id, type: 'Local', url: one!.url })
  expect((await challenges.trial(domain.admin, game.id, first)).files).toEqual(view.files)
})

it('the contract’s call replaces the first file, and None takes all', async () => {
  const { game, first, challenges, add, names } = await played()
  await add(first, 'a.txt', 'b.txt')
  const [stored] = await domain.services.assets.upload(domain.admin, await uploads('c.txt'))
  const attach = (input: object) =>
    challenges.setAttachment(domain.admin, game.id, first, input as { attachmentType: 'Local' })
  await attach({ attachmentType: 'Local', fileHash: stored!.hash })
  expect(await names(first)).toEqual(['c.txt', 'b.txt'])
  await attach({ attachmentType: 'Remote', remoteUrl: 'https://a.example/x' })
  expect(await names(first)).toEqual(['a.example', 'b.txt'])
  await attach({ attachmentType: 'None' })
  expect(await names(first)).toEqual([])
})

it('a challenge has at most 20 files and 2 GiB of them, and takes no empty one', async () => {
  const { game, first, second, challenges, add, names } = await played()
  const many = Array.from({ length: CHALLENGE_FILES.files }, (_, index) => `${index}.txt`)
  await add(first, ...many.slice(1))
  const more = await refused(add(first, 'x.txt', 'y.txt'), 'challenge.too_many_files', 400)
  expect(more.extra).toEqual({ field: 'files' })
  await add(first, 'last.txt')
  await refused(add(first, 'more.txt'), 'challenge.too_many_files', 400)
  expect((await names(first)).length).toBe(CHALLENGE_FILES.files)
  await refused(challenges.addFiles(domain.admin, game.id, second, []), 'file.empty', 400)
  const [big] = await add(second, 'big.iso')
  await domain.stores.db.pool.query('UPDATE blobs SET size = $2 WHERE hash = $1', [
    big!.sha256,
    CHALLENGE_FILES.bytes
  ])
  const large = await refused(add(second, 'small.txt'), 'challenge.files_too_large', 400)
  expect(large.extra).toEqual({ field: 'files' })
  expect(await names(second)).toEqual(['big.iso'])
})

it('names are distinct: uploads get others, and a name that is given is refused', async () => {
  const { game, first, challenges, add, arrange, names } = await played()
  await add(first, 'a.txt', 'A.TXT', 'a.txt', '')
  expect(await names(first)).toEqual(['a.txt', 'A-2.TXT', 'a-3.txt', 'file'])
  const files = (await challenges.editOne(domain.admin, game.id, first)).files.map(({ id }) => ({ id }))
  const taken = await refused(
    arrange(first, [files[0]!, { ...files[1], name: 'A.txt' }, ...files.slice(2)]),
    'file.name_taken',
    400
  )
  expect(taken.extra).toEqual({ field: 'files.1.name' })
  await arrange(first, [{ ...files[3], name: 'run.sh' }, ...files.slice(0, 3)])
  expect(await names(first)).toEqual(['run.sh', 'a.txt', 'A-2.TXT', 'a-3.txt'])
  for (const name of ['a/b', '..', 'a\\b', 'a\nb', ' ', 'x'.repeat(256)])
    expect(filesArrangement.safeParse({ files: [{ id: 1, name }] }).error?.issues[0]?.path).toEqual([
      'files',
      0,
      'name'
    ])
  const remote = remoteFileInput.parse({ url: 'https://a.example/x', name: 'RUN.sh' })
  await refused(challenges.addRemoteFile(domain.admin, game.id, first, remote), 'file.name_taken', 400)
})

it('a file that is removed leaves no gap, and what is first is the attachment', async () => {
  const { game, first, challenges, add, arrange, names } = await played()
  const [a, b, c] = await add(first, 'a.txt', 'b.txt', 'c.txt')
  await challenges.removeFile(domain.admin, game.id, first, a!.id)
  expect((await challenges.play(player(game), game.id, first)).context.url).toBe(b!.url)
  await arrange(first, [{ id: c!.id }, { id: b!.id }])
  expect(await names(first)).toEqual(['c.txt', 'b.txt'])
  await refused(challenges.removeFile(domain.admin, game.id, first, a!.id), 'file.not_found', 404)
  await refused(arrange(first, [{ id: c!.id }]), 'edit.conflict', 409)
  await refused(arrange(first, [{ id: c!.id }, { id: c!.id }]), 'edit.conflict', 409)
  await refused(arrange(first, [{ id: c!.id }, { id: a!.id }]), 'edit.conflict', 409)
})

it('orders, uploads and removals at once leave one whole order', async () => {
  const { game, first, challenges, add, arrange } = await played()
  const [a, b, c] = await add(first, 'a.txt', 'b.txt', 'c.txt')
  const order = (...files: (typeof a)[]) =>
    arrange(
      first,
      files.map((file) => ({ id: file!.id }))
    )
  await outcomes([
    order(c, b, a),
    order(b, a, c),
    add(first, 'd.txt'),
    add(first, 'd.txt'),
    challenges.removeFile(domain.admin, game.id, first, b!.id),
    order(a, c, b)
  ])
  const { rows } = await domain.stores.db.pool.query<{ place: number; name: string }>(
    'SELECT place, name FROM attachments WHERE challenge_id = $1 ORDER BY place',
    [first]
  )
  expect(rows.map(({ place }) => place)).toEqual([0, 1, 2, 3])
  expect(rows.map(({ name }) => name).sort()).toEqual(['a.txt', 'c.txt', 'd-2.txt', 'd.txt'])
})

it('every file is as closed as its challenge, and a download of any counts', async () => {
  const { game, first, second, challenges, add } = await played()
  const [, locked] = await add(second, 'one.txt', 'two.txt')
  await challenges.update(domain.admin, game.id, second, { requires: [first] })
  const read = async () => {
    const file = await domain.services.assets.read(player(game), locked!.sha256!)
    await file.close()
  }
  await refused(read(), 'file.not_found', 404)
  await challenges.update(domain.admin, game.id, second, { requires: [] })
  await read()
  await expect
    .poll(async () => {
      const { rowCount } = await domain.stores.db.pool.query(
        'SELECT FROM challenge_downloads WHERE challenge_id = $1',
        [second]
      )
      return rowCount
    })
    .toBe(1)
  await challenges.update(domain.admin, game.id, second, { isEnabled: false })
  await refused(read(), 'file.not_found', 404)
})

it('a sweep that runs while files come and go deletes none that is in use', async () => {
  const { game, first, challenges } = await played()
  const { assets } = domain.services
  const content = random()
  for (let round = 0; round < 8; round++) {
    const [again, other] = [await uploadOf('same.txt', content), await uploadOf('other.txt')]
    await Promise.all([
      challenges.addFiles(domain.admin, game.id, first, [again, other]),
      assets.sweep(new Date(Date.now() + 2 * HOUR_MS))
    ])
    const { files } = await challenges.editOne(domain.admin, game.id, first)
    for (const { sha256 } of files) await (await assets.read(domain.admin, sha256!)).close()
    await Promise.all([
      ...files.map(({ id }) => challenges.removeFile(domain.admin, game.id, first, id)),
      assets.sweep(new Date(Date.now() + 2 * HOUR_MS))
    ])
  }
  expect((await challenges.editOne(domain.admin, game.id, first)).files).toEqual([])
})

it('a version tells of further files; dynamic attachments and others than authors are refused', async () => {
  const { game, first, challenges, add } = await played()
  await add(first, 'a.txt', 'b.txt')
  const { data } = await challenges.versions(domain.admin, game.id, first, { count: 1, skip: 0 })
  expect(data[0]!.changed).toEqual(['attachment', 'files'])
  await refused(challenges.removeFile(player(game), game.id, first, 1), 'auth.forbidden', 403)
  await domain.stores.db.pool.query(`UPDATE challenges SET type = 'DynamicAttachment' WHERE id = $1`, [first])
  await refused(add(first, 'c.txt'), 'challenge.use_flag_attachments', 400)
})
