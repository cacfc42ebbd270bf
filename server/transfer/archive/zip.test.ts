import { text } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { isAppError } from '~/server/platform/errors'
import { archiveFolder, zipOf } from '~/tests/support/files/archives'
import { TRANSFER_LIMITS } from '../contract'
import { openZip } from './zip'

const kept = archiveFolder()
afterAll(() => kept.remove())

const codeOf = (content: Buffer) =>
  openZip(kept.write(content)).then(
    async (source) => {
      await source.close()
      return [...source.files.keys()]
    },
    (error) => {
      if (isAppError(error)) return error.code
      throw error
    }
  )

/** Renames in the bytes, because packers refuse to write such names. */
const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')

/** Changes the only entry of the central directory (APPNOTE 4.3.12). */
function edited(zip: Buffer, change: (entry: Buffer) => void): Buffer {
  const copy = Buffer.from(zip)
  change(copy.subarray(copy.indexOf(Buffer.from('PK\x01\x02', 'latin1'))))
  return copy
}

it('files of a ZIP are listed and read', async () => {
  const source = await openZip(kept.write(await zipOf({ 'a/b.txt': 'hello', 'ü/空.txt': 'x' })))
  expect([...source.files]).toEqual([
    ['a/b.txt', 5],
    ['ü/空.txt', 1]
  ])
  expect(await text(await source.open('a/b.txt'))).toBe('hello')
  await source.close()
})

it('a leading ./ and a repeated folder do not matter', async () => {
  const dotted = renamed(await zipOf({ 'xxa.txt': '1', 'xxb/c.txt': '2' }), 'xx', './')
  expect(await codeOf(dotted)).toEqual(['a.txt', 'b/c.txt'])
  const twice = renamed(await zipOf({ aad: '', bbd: '', 'dd/c': '1' }), 'aad', 'dd/')
  expect(await codeOf(renamed(twice, 'bbd', 'dd/'))).toEqual(['dd/c'])
})

it('backslashes of Windows are read as slashes', async () => {
  const zip = renamed(await zipOf({ 'bxx.txt': '1', cx: '' }), 'bxx', 'b\\c')
  expect(await codeOf(renamed(zip, 'cx', 'd\\'))).toEqual(['b/c.txt'])
})

it.each([
  ['../../evil'],
  ['/etc/passwd'],
  ['C:/windows1'],
  ['a\\..\\..\\b1'],
  ['\\\\host\\share'],
  ['C:\\windows'],
  ['a/./../../b'],
  ['a//bcdefgh'],
  ['a\u0001bcdefghi']
])('the name %j is refused', async (name) => {
  const plain = 'x'.repeat(name.length)
  expect(await codeOf(renamed(await zipOf({ [plain]: '1' }), plain, name))).toBe('archive.unsafe_name')
})

it('two entries of one name are refused, and a file that is a folder too', async () => {
  const twice = await zipOf({ 'aa.txt': '1', 'bb.txt': '2' })
  expect(await codeOf(renamed(twice, 'bb.txt', 'aa.txt'))).toBe('archive.duplicate')
  expect(await codeOf(await zipOf({ a: '1', 'a/b': '2' }))).toBe('archive.duplicate')
  expect(await codeOf(await zipOf({ '\u00e9': '1', 'e\u0301': '2' }))).toBe('archive.duplicate')
})

it('only links within the ZIP are followed, and other kinds of entry are refused', async () => {
  const link = 0o120777
  const files = {
    out: '/etc/passwd',
    up: '../file',
    to: 'd/file',
    'd/file': 'hello',
    dir: 'd',
    long: 'd'.repeat(2000)
  }
  const source = await openZip(
    kept.write(await zipOf(files, { out: link, up: link, to: link, dir: link, long: link }))
  )
  expect([...source.files].sort()).toEqual([
    ['d/file', 5],
    ['dir/file', 5],
    ['to', 5]
  ])
  expect([...source.links].sort()).toEqual(['dir', 'long', 'out', 'to', 'up'])
  expect(await text(await source.open('dir/file'))).toBe('hello')
  await source.close()
  expect(await codeOf(await zipOf({ pipe: '' }, { pipe: 0o010644 }))).toBe('archive.unsafe_name')
})

it('encrypted, unknown and broken ZIPs are refused', async () => {
  const zip = await zipOf({ a: 'content' })
  expect(await codeOf(edited(zip, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8)))).toBe(
    'archive.encrypted'
  )
  expect(await codeOf(edited(zip, (entry) => entry.writeUInt16LE(12, 10)))).toBe('archive.method')
  expect(await codeOf(Buffer.from('not a zip at all, far from it'))).toBe('archive.not_zip')
  expect(await codeOf(zip.subarray(0, zip.length - 30))).toBe('archive.not_zip')
  expect(await codeOf(Buffer.alloc(0))).toBe('archive.not_zip')
})

it('bombs are refused, and files larger than their entry says', async () => {
  const zip = await zipOf({ a: deflateRawSync(Buffer.alloc(1000)) })
  expect(await codeOf(edited(zip, (entry) => entry.writeUInt32LE(100_000_000, 24)))).toBe('archive.bomb')
  expect(await codeOf(edited(zip, (entry) => entry.writeUInt32LE(4_000_000_000, 24)))).toBe(
    'archive.file_too_large'
  )
  expect(await codeOf(edited(zip, (entry) => entry.writeUInt32LE(1_000_000, 20)))).toBe('archive.bomb')
  const short = edited(await zipOf({ a: 'x'.repeat(10_000) }), (entry) => entry.writeUInt32LE(5, 24))
  const source = await openZip(kept.write(short))
  await expect(source.open('a').then(text)).rejects.toThrow(/too many bytes/)
  await source.close()
})

it('a content with another checksum is refused at its end', async () => {
  const zip = await zipOf({ 'a.txt': 'x'.repeat(10_000), 'b.txt': 'fine' })
  const wrong = edited(zip, (entry) => entry.writeUInt32LE(7, 16))
  const source = await openZip(kept.write(wrong))
  await expect(source.open('a.txt').then(text)).rejects.toMatchObject({
    code: 'archive.damaged',
    params: { reason: 'CRC-32: a.txt' }
  })
  expect(await text(await source.open('b.txt'))).toBe('fine')
  await source.close()
})

it('too many files are refused by the number in its head, before the list is read', async () => {
  const zip = await zipOf({ a: '1' })
  const copy = Buffer.from(zip)
  const end = copy.subarray(copy.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')))
  end.writeUInt16LE(TRANSFER_LIMITS.entries + 1, 8)
  end.writeUInt16LE(TRANSFER_LIMITS.entries + 1, 10)
  expect(await codeOf(copy)).toBe('archive.too_many_files')
})
