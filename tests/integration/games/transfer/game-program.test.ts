import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Domain, openDomain } from '~/tests/support/domain'
import { archiveFolder } from '~/tests/support/files/archives'
import { playGame } from '~/tests/support/fixtures'
import { runBuilt } from '~/tests/support/processes/program'

let domain: Domain
const kept = archiveFolder()

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(async () => {
  kept.remove()
  await domain.close()
})

async function game(...argv: string[]) {
  const run = runBuilt('game', argv, domain.stores, { HALYARD_DATA: domain.data })
  const code = await run.ended
  return { code, stdout: run.stdout(), stderr: run.stderr() }
}

const gameIn = (stdout: string) => Number(/^game (\d+)\n$/.exec(stdout)?.[1])
const games = async () =>
  (await domain.stores.db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM games')).rows[0]!.n

/** Challenge folders on disk, one of them with a link that leads out. */
function folders(name: string): string {
  const root = join(kept.folder, name)
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  put('crypto/café/challenge.yml', 'name: Café\nvalue: 200\nflags: ["flag{a}"]\nfiles: [dist]')
  put('crypto/café/dist/été.txt', 'one')
  put('crypto/café/dist/b.txt', 'two')
  put('pwn/tide/challenge.yaml', 'name: Tide\nflag: {file: flag.txt}\nprovide: [tide]')
  put('pwn/tide/flag.txt', 'flag{b}\n')
  put('pwn/tide/tide', 'binary')
  put('web/linked/challenge.yml', 'name: Linked\nvalue: 1\nflags: [f]\nfiles: [passwd]')
  symlinkSync('/etc/passwd', join(root, 'web/linked/passwd'))
  return root
}

describe('the command line', () => {
  it('explains itself', async () => {
    expect(await game('--help')).toMatchObject({ code: 0, stderr: '' })
    const { code, stdout, stderr } = await game('replace')
    expect([code, stdout, stderr.split('\n')[0]]).toEqual([1, '', 'There is no command "replace".'])
  })

  it.each([
    [['import', 'nowhere'], 'There is no folder or file nowhere.'],
    [['import', 'package.json'], 'This is not a complete ZIP archive.'],
    [['import', 'tests/support'], 'The archive has no game.json, challenge.yml or challenge.yaml.'],
    [['export', '999', 'x.zip'], 'Game not found.']
  ])('reports in one line what is wrong with %j', async (argv, line) => {
    const before = await games()
    expect(await game(...argv)).toEqual({ code: 1, stdout: '', stderr: `${line}\n` })
    expect(await games()).toBe(before)
    expect(existsSync('x.zip')).toBe(false)
  })
})

describe('challenge folders on disk', () => {
  it('are checked, then imported, then known', async () => {
    const root = folders('Harbour')
    const before = await games()
    const dry = await game('import', root, '--dry-run')
    expect([dry.code, dry.stdout, await games()]).toEqual([0, '', before])
    expect(dry.stderr).toContain('Harbour: 3 challenges, 0 notices, 0 posts, 0 tickets (dry run)')
    const real = await game('import', root)
    expect([real.code, real.stderr]).toEqual([0, dry.stderr.replace(' (dry run)', '')])
    expect(real.stderr).toContain('      Its file passwd is a link that leads to no file here.\n')
    const id = gameIn(real.stdout)
    const list = await domain.services.challenges.editList(domain.admin, id)
    expect(list.map(({ title, category, isEnabled }) => [title, category, isEnabled])).toEqual([
      ['Café', 'Crypto', false],
      ['Tide', 'Pwn', false],
      ['Linked', 'Web', false]
    ])
    const again = await game('import', root, '--game', String(id))
    expect([again.code, gameIn(again.stdout)]).toEqual([0, id])
    expect(again.stderr).toContain('Harbour: 0 challenges, 0 notices, 0 posts, 0 tickets; 3 refused')
  })

  it('make no game when none of them is valid', async () => {
    const root = join(kept.folder, 'Loose')
    mkdirSync(root)
    writeFileSync(join(root, 'challenge.yml'), 'name: Loose end\nvalue: 1\nflags: []')
    const before = await games()
    const line = '  NOT Loose end: It has no flag. challenge.yml\n'
    const none = await game('import', root)
    expect([none.code, none.stdout, await games()]).toEqual([1, '', before])
    expect(none.stderr).toContain(line)
    expect(none.stderr).toMatch(/; 1 refused\nNothing can be imported.\n$/)
    const dry = await game('import', root, '--dry-run')
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining(line)])
  })
})

describe('a game', () => {
  it('is exported into a file of its owner alone and imported again', async () => {
    const made = gameIn((await game('import', folders('Cove'), '--title', 'Cove & Cup')).stdout)
    const path = join(kept.folder, 'cove.zip')
    const out = await game('export', String(made), path, '--no-posts')
    expect([out.code, out.stdout]).toEqual([0, `${path}\n`])
    expect([statSync(path).mode & 0o777, existsSync(`${path}.part`)]).toEqual([0o600, false])
    const before = await games()
    expect(await game('import', path, '--game', String(made))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'This archive is a whole game and becomes a new one. game applies to challenge folders only.\n'
    })
    expect(await games()).toBe(before)
    const back = await game('import', path)
    expect([back.code, back.stderr]).toEqual([0, expect.stringContaining('Cove & Cup: 3 challenges')])
    const { challenges } = domain.services
    const wholeOf = async (id: number) => {
      const list = await challenges.editList(domain.admin, id)
      const all = await Promise.all(list.map((one) => challenges.editOne(domain.admin, id, one.id)))
      return all.map(({ title, content, flags, attachment }) => [
        title,
        content,
        flags.map(({ flag }) => flag),
        attachment?.url
      ])
    }
    expect(await wholeOf(gameIn(back.stdout))).toEqual(await wholeOf(made))
  })

  it('leaves as a static site once it has ended, and not before', async () => {
    const { id } = await playGame(domain.stores.db)
    const path = join(kept.folder, 'site.zip')
    const early = await game('site', String(id), path)
    expect([early.code, early.stdout, existsSync(path)]).toEqual([1, '', false])
    expect(early.stderr).toMatch(/^The game must be public and have ended/)
    await domain.stores.db.pool.query('UPDATE games SET end_at = now() WHERE id = $1', [id])
    expect(await game('site', String(id), path, '--locale', 'de-DE')).toMatchObject({
      code: 0,
      stdout: `${path}\n`
    })
    expect([statSync(path).size > 2000, existsSync(`${path}.part`)]).toEqual([true, false])
  })

  it('leaves with everything of its event, at any time', async () => {
    const { id } = await playGame(domain.stores.db)
    const path = join(kept.folder, 'everything.zip')
    const out = await game('everything', String(id), path)
    expect([out.code, out.stdout]).toEqual([0, `${path}\n`])
    expect(out.stderr).toContain('personal data and every flag')
    expect([statSync(path).mode & 0o777, existsSync(`${path}.part`)]).toEqual([0o600, false])
    expect(gameIn((await game('import', path)).stdout)).toBeGreaterThan(id)
  })

  it('leaves no partial file when it cannot be written', async () => {
    const id = await domain.game()
    const path = join(kept.folder, 'missing', 'x.zip')
    expect(await game('export', String(id), path)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${path} cannot be written (ENOENT).\n`
    })
  })
})
