import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { sheetRows, unzipped } from '~/tests/support/files/xlsx'
import { type Cell, workbook } from './xlsx'

async function* each(rows: Cell[][]) {
  yield* rows
}
const written = async (name: string, rows: Cell[][]) => buffer(workbook(name, each(rows)))

describe('a workbook', () => {
  it('a workbook keeps texts of any kind, and numbers as numbers', async () => {
    const rows = [
      ['Team', 'Score', ''],
      ['<b>&amp; "q" \'a\'</b>', 12.5, ' blank around '],
      ['Полярный Хеш 🏁', -3, 'two\nlines\tand\rmore'],
      ['', 0, ']]>']
    ]
    expect(await sheetRows(await written('Sheet', rows))).toEqual(rows)
  })

  it('equal rows make equal workbooks, whenever they are asked for', async () => {
    const first = await written('Sheet', [['Team', 1]])
    // A ZIP counts in steps of two seconds.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    expect(await written('Sheet', [['Team', 1]])).toEqual(first)
    vi.useRealTimers()
  })

  it('a text that looks like a formula gets an apostrophe', async () => {
    const texts = ['=1+1', '+49 30', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1']
    expect(await sheetRows(await written('Sheet', [texts]))).toEqual([texts.map((text) => `'${text}`)])
    expect(await sheetRows(await written('Sheet', [['1=1', 'a@b', ' =1']]))).toEqual([['1=1', 'a@b', ' =1']])
  })

  it('characters that XML cannot hold are left out', async () => {
    const [row] = await sheetRows(await written('Sheet', [['a\0b\u0001c\ufffed\ud800e', 'x'.repeat(40_000)]]))
    expect(row).toEqual(['a\ufffdb\ufffdc\ufffdd\ufffde', 'x'.repeat(32_767)])
  })

  it('a sheet gets a name that the format allows', async () => {
    const xml = (await unzipped(await written(`'[a]/b:c*?\\ & ${'long '.repeat(20)}`, []))).get(
      'xl/workbook.xml'
    )
    const name = /<sheet name="([^"]*)"/.exec(xml ?? '')?.[1]?.replace('&amp;', '&') ?? ''
    expect(name).toMatch(/^[^[\]/\\:*?']{1,31}$/)
    expect((await unzipped(await written('', []))).get('xl/workbook.xml')).toContain('name="Sheet"')
  })

  it('a workbook fails with its rows, and stops reading them when it is aborted', async () => {
    async function* failing() {
      yield ['one']
      throw new Error('the store is gone')
    }
    await expect(buffer(workbook('Sheet', failing()))).rejects.toThrow('the store is gone')

    let read = 0
    let ended = false
    async function* endless() {
      try {
        for (;;) {
          read++
          yield [`${Math.random()} ${read}`.repeat(20)]
        }
      } finally {
        ended = true
      }
    }
    const file = workbook('Sheet', endless())
    for await (const _ of file) if (read > 2000) break
    await expect.poll(() => ended).toBe(true)
    expect(read).toBeLessThan(20_000)
  })
})
