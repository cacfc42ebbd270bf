import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { PluginFault } from '~/server/plugins'
import { moduleOf, type PluginFolder, pluginFolder } from '../../support/processes/plugins'

const folders: PluginFolder[] = []
let folder: PluginFolder
beforeEach(() => {
  folder = pluginFolder()
  folders.push(folder)
})
afterAll(() => {
  for (const one of folders) one.close()
})

const checker = (body: string, more = '') => moduleOf('checker', 'one', `check(given) { ${body} }`, more)
const call = async (body: string, timeout = 2000, more = '') => {
  folder.write('one.ts', checker(body, more))
  const [plugin] = await folder.load()
  return (given: unknown = {}, within = timeout) =>
    plugin!.workers.call({ method: 'check', args: [given] }, within)
}

describe('a folder of plug-ins', () => {
  it('may be missing', async () => {
    folder.close()
    expect(await folder.load()).toEqual([])
  })

  it('holds the examples of the documentation, TypeScript as it is', async () => {
    for (const file of [
      'regex-flags.ts',
      'linear-scoring.ts',
      'campus-registration.ts',
      'push-notification.ts'
    ])
      folder.example(file)
    const loaded = await folder.load()
    expect(loaded.map(({ file, kind, name, version }) => [file, kind, name, version])).toEqual([
      ['campus-registration.ts', 'registration', 'campus-registration', '1.0.0'],
      ['linear-scoring.ts', 'scoring', 'linear-scoring', '1.0.0'],
      ['push-notification.ts', 'notification', 'push-notification', '1.0.0'],
      ['regex-flags.ts', 'checker', 'regex-flags', '1.0.0']
    ])
  })

  it.each([
    ['a syntax error', 'export default {', /one\.ts does not load: /],
    ['what it throws', 'throw new Error("No key is set.")', /one\.ts does not load: No key is set\.$/],
    ['a file that is not there', 'import "./two"', /one\.ts does not load: Could not resolve "\.\/two"$/],
    [
      'no version',
      'export default { kind: "checker", name: "one", check() {} }',
      /Its apiVersion is missing; this Halyard knows 1\.$/
    ],
    [
      'another version',
      checker('').replace('apiVersion: 1', 'apiVersion: 2'),
      /Its apiVersion is 2; this Halyard knows 1\.$/
    ],
    ['an unknown kind', checker('').replace("'checker'", "'judge'"), /Its kind is not valid\.$/],
    ['a name that is none', checker('').replace("'one'", "'One two'"), /Its name is not valid\.$/],
    [
      "the name of a function of Halyard's own",
      moduleOf('scoring', 'linear', 'value: () => 1'),
      /Halyard has a scoring function linear; it needs another name\.$/
    ],
    ['a missing function', moduleOf('checker', 'one', 'value() {}'), /It has no function check\.$/],
    ['no module', 'export const x = 1', /does not load: /],
    ['the end of its thread', 'process.exit(3)', /does not load: Its thread ended\.$/]
  ])('ends the start with a sentence that names the file and %s', async (_, text, reason) => {
    folder.write('one.ts', text)
    await expect(folder.load()).rejects.toThrow(reason)
  })

  it('ends the start when two have the same name', async () => {
    folder.write('a.ts', checker('return true'))
    folder.write('b.js', checker('return true'))
    await expect(folder.load()).rejects.toThrow(/b\.js does not load: a\.ts has its name\.$/)
  })
})

describe('a thread of a plug-in', () => {
  it('takes files beside it, and answers later', async () => {
    folder.write('.beside.ts', 'export const right: string = "yes"')
    const ask = await call('return given.answer === right', 2000, "import { right } from './.beside'")
    expect([await ask({ answer: 'yes' }), await ask({ answer: 'no' })]).toEqual([true, false])
  })

  it('that hangs ends alone: other calls go on, and later ones get a new one', async () => {
    const ask = await call('if (given.hang) for (;;); return true')
    const hanging = expect(ask({ hang: true }, 300)).rejects.toThrow(
      new PluginFault('It took longer than 0.3 s.')
    )
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true])
    await hanging
    expect(await Promise.all(Array.from({ length: 20 }, () => ask()))).toEqual(Array(20).fill(true))
  })

  it.each([
    ['throws', 'throw new Error("broken")', /^broken$/],
    ['throws nothing that is an error', 'throw null', /^null$/],
    [
      'rejects where nobody waits',
      'Promise.reject(new Error("lost")); return new Promise(() => {})',
      /^lost$/
    ],
    ['ends its thread', 'process.exit(0)', /^Its thread ended\.$/],
    [
      'takes all memory (memory)',
      'const all = []; for (;;) all.push(new Array(1e5).fill(given))',
      /too much memory/
    ],
    ['never answers', 'return new Promise(() => {})', /^It took longer than 1\.5 s\.$/],
    ['answers what cannot be sent', 'return () => {}', /could not be cloned/]
  ])('that %s is a fault, and the next call works', async (_, body, reason) => {
    const ask = await call(`if (given.fail) { ${body} } return true`)
    // Memory is full only after a while.
    await expect(ask({ fail: true }, _.includes('memory') ? 30_000 : 1500)).rejects.toThrow(reason)
    expect(await ask()).toBe(true)
  })

  it('sees the variables of plug-ins alone', async () => {
    process.env.PLUGIN_TEST = 'for it'
    try {
      const ask = await call('return Object.entries(process.env)')
      expect(await ask()).toEqual([['PLUGIN_TEST', 'for it']])
    } finally {
      delete process.env.PLUGIN_TEST
    }
  })

  it('is not started for a call that comes when a thousand wait', async () => {
    const ask = await call('return new Promise((resolve) => setTimeout(() => resolve(true), 5))')
    const all = await Promise.allSettled(Array.from({ length: 1100 }, () => ask()))
    const refused = all.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBe(96)
    expect(await ask()).toBe(true)
  })
})
