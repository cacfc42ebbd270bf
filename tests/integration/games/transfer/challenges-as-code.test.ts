import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request as connect, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeEdit } from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import type { Scope } from '~/server/tokens/constants'
import { zipOf } from '~/tests/support/files/archives'
import { table } from '~/tests/support/files/ctfd'
import { writeTree } from '~/tests/support/files/write-tree'
import { Organiser, tag } from '~/tests/support/games/organiser'
import { halyard, startHalyard } from '~/tests/support/processes/halyard'
import { ADMIN, type Platform, startPlatform } from '~/tests/support/processes/platform'
import { until } from '~/tests/support/until'

let platform: Platform
let organiser: Organiser
let env: Record<string, string>
const folders: string[] = []

const folder = (files: Record<string, string | Buffer> = {}): string => {
  const path = mkdtempSync(join(tmpdir(), 'halyard-code-'))
  folders.push(path)
  writeTree(path, files)
  return path
}
const tokenFor = async (scopes: Scope[], game?: number) =>
  (
    await organiser.client.ok<{ token: string }>('POST', '/api/account/tokens', {
      ...{ name: tag(), scopes, game, days: 7, password: ADMIN.password }
    })
  ).token
const empty = async () => (await organiser.game({ startsIn: HOUR_MS, endsIn: 7_200_000, challenges: [] })).id
const titles = async (game: number) =>
  (
    await organiser.client.ok<{ id: number; title: string }[]>('GET', `/api/edit/games/${game}/challenges`)
  ).map(({ title }) => title)
const challenge = async (game: number, title: string) => {
  const list = await organiser.client.ok<{ id: number; title: string }[]>(
    'GET',
    `/api/edit/games/${game}/challenges`
  )
  const { id } = list.find((one) => one.title === title)!
  return organiser.client.ok<ChallengeEdit>('GET', `/api/edit/games/${game}/challenges/${id}`)
}
const audits = async () =>
  (await platform.stores.db.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_events')).rows[0]!
    .n
const run = (argv: string[], cwd: string, more: Record<string, string> = {}) =>
  halyard(argv, cwd, { ...env, ...more })
const push = (cwd: string, game: number, ...more: string[]) =>
  run(['push', '.', '--game', String(game), '--yes', ...more], cwd)

const ctfcli = (name: string, more = '') =>
  `name: ${name}\ncategory: web\ndescription: Read ${name}\nvalue: 100\ntype: standard\nflags: ["flag{${name}}"]\n${more}`

/** What a repository for another platform looks like, solutions included. */
const archive = (length = 200) =>
  Object.fromEntries(
    Array.from({ length }, (_, n) => n + 1).flatMap((n): [string, string | Buffer][] => [
      [
        `web/c${n}/challenge.yml`,
        ctfcli(`c${n}`, `files: [dist/c${n}.txt]\nhints: [look, { content: closer, cost: 20 }]\n`)
      ],
      [`web/c${n}/dist/c${n}.txt`, `file ${n}`],
      [`web/c${n}/solution/solve.py`, `print("SOLUTION ${n}")`]
    ])
  )

beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  env = { HALYARD_URL: platform.url, HALYARD_TOKEN: await tokenFor(['edit']) }
})
afterAll(async () => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
  await platform?.close()
})

describe('test', () => {
  const own = (title: string, more = '') => `halyard: 1\ntitle: ${title}\nflags: ["flag{${title}}"]\n${more}`
  const solved = 'solver: { image: "solver:1" }\n'
  const test = (cwd: string, game: number, ...more: string[]) =>
    startHalyard(['test', ...more, '--game', String(game)], cwd, env)
  /** Ends the open run of a challenge as a jobs process would, once it has begun. */
  const end = (title: string, outcome: string, reason: string | null) =>
    until(
      async () =>
        (
          await platform.stores.db.pool.query(
            `UPDATE solve_check_runs r SET started_at = now() - interval '1500 ms', ended_at = now(), outcome = $2, reason = $3,
               output = CASE $2 WHEN 'failed' THEN E'trying\\nflag{old}' ELSE '' END
             FROM challenges c WHERE c.id = r.challenge_id AND c.title = $1 AND r.ended_at IS NULL`,
            [title, outcome, reason]
          )
        ).rowCount === 1
    )

  it('waits for the checks of its folders, prints a line for each, and tells CI by its exit code', async () => {
    const game = await empty()
    const cwd = folder({
      'a/challenge.yml': own('Alpha', solved),
      'b/challenge.yml': own('Beta', solved),
      'c/challenge.yml': own('Gamma')
    })
    expect((await push(cwd, game)).code).toBe(0)
    const good = test(cwd, game, 'a', 'c')
    await end('Alpha', 'passed', null)
    expect(await good.ended).toBe(0)
    expect(good.heard.stdout).toMatch(/^ok {3}Alpha +1\.5 s\n$/)
    expect(good.heard.stderr).toContain('Gamma has no solver')
    expect(good.heard.stderr).toContain('1 passed, 0 failed, 0 could not run')

    const all = test(cwd, game)
    await end('Alpha', 'not_run', 'queue')
    await end('Beta', 'failed', 'wrong_flag')
    expect(await all.ended).toBe(1)
    expect(all.heard.stdout).toMatch(/^FAIL Beta .* not a flag of the challenge\. Last line: flag\{old\}$/m)
    expect(all.heard.stdout).toMatch(/^\?\? {3}Alpha .* no room/m)

    const away = test(cwd, game, 'a')
    await end('Alpha', 'not_run', 'engine')
    expect(await away.ended).toBe(3)
  })

  it('goes on while the platform is away for a moment', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': own('Away', solved) })
    expect((await push(cwd, game)).code).toBe(0)
    let asked = 0
    const proxy = createServer((request, response) => {
      const isLook = request.method === 'GET' && request.url!.endsWith('/checks')
      if (isLook && ++asked === 2) {
        response.writeHead(503, { 'Retry-After': '0' }).end('{"title":"Away."}')
        return
      }
      if (isLook && asked === 4) return void request.socket.destroy()
      if (isLook && asked === 6) return void response.writeHead(502).end()
      const to = connect(
        new URL(request.url!, platform.url),
        { method: request.method, headers: { ...request.headers, host: new URL(platform.url).host } },
        (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers))
      )
      request.pipe(to)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = proxy.address() as AddressInfo
      const through = { ...env, HALYARD_URL: `http://127.0.0.1:${port}` }
      const away = startHalyard(['test', 'a', '--game', String(game)], cwd, through)
      await until(async () => asked > 6)
      await end('Away', 'passed', null)
      expect(await away.ended).toBe(0)
      expect(away.heard.stdout).toContain('ok   Away')
    } finally {
      proxy.closeAllConnections()
      proxy.close()
    }
  })

  it('names what was never pushed, and starts nothing', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': own('Alone', solved) })
    const { ended, heard } = test(cwd, game, 'a')
    expect(await ended).toBe(1)
    expect(heard.stderr).toContain('The game has no challenge "Alone". Push it first.')
    const none = test(cwd, game)
    expect([await none.ended, none.heard.stderr]).toEqual([0, 'No challenge has a solver.\n'])
  })
})

describe('push', () => {
  it('is served by the platform, in one file', async () => {
    const served = await fetch(`${platform.url}/halyard.cjs`)
    expect(await served.text()).toBe(readFileSync('build/halyard.cjs', 'utf8'))
  })

  it('moves 200 challenges in by a token of one game, and a second push writes nothing at all', async () => {
    const game = await empty()
    const token = { HALYARD_TOKEN: await tokenFor(['edit'], game) }
    const cwd = folder(archive())
    const args = ['push', '.', '--game', String(game), '--yes']
    const first = await run(args, cwd, token)
    expect([first.code, first.stderr]).toEqual([
      0,
      expect.stringContaining('200 created, 0 changed, 0 unchanged')
    ])
    expect((await titles(game)).length).toBe(200)
    const one = await challenge(game, 'c7')
    expect(one).toMatchObject({
      hints: ['look'],
      pricedHints: [{ content: 'closer', cost: 20 }],
      isEnabled: false
    })
    expect(one.attachment?.url).toMatch(/c7\.txt$/)
    const before = await audits()
    const second = await run(args, cwd, token)
    expect([second.code, second.stderr]).toEqual([
      0,
      expect.stringContaining('0 to create, 0 to change, 200 unchanged')
    ])
    expect(await audits()).toBe(before)

    writeTree(cwd, {
      'web/c7/challenge.yml': ctfcli('c7', 'files: [dist/c7.txt]\nhints: [look]\nattempts: 5\n')
    })
    const planned = await run(['diff', '.', '--game', String(game)], cwd, token)
    expect(planned.code).toBe(2)
    expect(planned.stderr).toContain('~ c7 web/c7/challenge.yml')
    expect(planned.stderr).toContain('0 to create, 1 to change, 199 unchanged')
    expect((await challenge(game, 'c7')).attemptLimit).toBeNull()
    expect((await run(args, cwd, token)).code).toBe(0)
    expect(await challenge(game, 'c7')).toMatchObject({ attemptLimit: 5, id: one.id })
    expect((await run(['diff', '.', '--game', String(game)], cwd, token)).code).toBe(0)
  })

  it('changes nothing when one file is wrong, and names its line and field', async () => {
    const game = await empty()
    const cwd = folder({
      'good/challenge.yml': ctfcli('Good'),
      'bad/challenge.yml': 'halyard: 1\ntitle: Bad\nflags: [b]\noriginalScore: many\n'
    })
    const refused = await push(cwd, game)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('Line 4, originalScore: A value has the wrong type. bad/challenge.yml')
    expect(await titles(game)).toEqual([])
    // The call itself refuses it as well: a client that does not plan first changes nothing either.
    const form = new FormData()
    const zip = await zipOf({
      't/bad/challenge.yml': 'halyard: 1\ntitel: x\n',
      't/good/challenge.yml': ctfcli('Good')
    })
    form.set('file', new Blob([new Uint8Array(zip)]), 'a.zip')
    const answer = await fetch(`${platform.url}/api/edit/games/${game}/challenges/push`, {
      ...{ method: 'POST', body: form, headers: { Authorization: `Bearer ${env.HALYARD_TOKEN}` } }
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ title: 't/bad/challenge.yml cannot be used. Nothing was changed.' })
    ])
    expect(await titles(game)).toEqual([])
    expect((await push(cwd, game, '--partial')).code).toBe(0)
    expect(await titles(game)).toEqual(['Good'])
  })

  it('takes an export of CTFd as it is', async () => {
    const game = await empty()
    const zip = await zipOf({
      'db/challenges.json': table(
        { id: 7, name: 'One', value: 100, category: 'web', type: 'standard', description: 'x' },
        { id: 8, name: 'Regex', value: 200, category: 'misc', type: 'standard', description: '' }
      ),
      'db/flags.json': table(
        { id: 1, challenge_id: 7, type: 'static', content: 'flag{one}' },
        { id: 2, challenge_id: 8, type: 'regex', content: 'x+' }
      ),
      'db/files.json': table({ id: 1, type: 'challenge', challenge_id: 7, location: 'ab/one.txt' }),
      'uploads/ab/one.txt': 'one'
    })
    const cwd = folder({ 'export.zip': zip })
    const args = ['push', 'export.zip', '--game', String(game), '--yes']
    expect((await run(args, cwd)).code).toBe(1)
    expect((await run([...args, '--partial'], cwd)).stderr).toContain(
      '1 created, 0 changed, 0 unchanged, 1 refused'
    )
    expect((await challenge(game, 'One')).attachment?.url).toMatch(/one\.txt$/)
    expect((await run([...args, '--partial'], cwd)).stderr).toContain('0 to create, 0 to change, 1 unchanged')
  })

  it('refuses a plan that is not the one that was shown', async () => {
    const game = await empty()
    const zip = await zipOf({ 't/a/challenge.yml': ctfcli('A') })
    const send = async (query: string) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(zip)]), 'a.zip')
      const answer = await fetch(`${platform.url}/api/edit/games/${game}/challenges/push?${query}`, {
        ...{ method: 'POST', body: form, headers: { Authorization: `Bearer ${env.HALYARD_TOKEN}` } }
      })
      return { status: answer.status, body: (await answer.json()) as { plan: string } }
    }
    const { body } = await send('dryRun=true')
    await organiser.challenge(game, { title: 'A' })
    expect((await send(`plan=${body.plan}`)).status).toBe(409)
    expect(await titles(game)).toEqual(['A'])
  })

  it('two at once make each challenge once', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': ctfcli('A'), 'b/challenge.yml': ctfcli('B') })
    await Promise.all([push(cwd, game), push(cwd, game), push(cwd, game)])
    expect((await titles(game)).sort()).toEqual(['A', 'B'])
    expect((await push(cwd, game)).stderr).toContain('0 to create, 0 to change, 2 unchanged')
  })

  it('that is killed is finished by the next one', async () => {
    const game = await empty()
    const cwd = folder(archive(60))
    const killed = startHalyard(['push', '.', '--game', String(game), '--yes'], cwd, env)
    // After its plan: it sends, or has sent, what is to be done.
    await until(async () => killed.heard.stderr.includes('60 to create'))
    killed.child.kill('SIGKILL')
    await killed.ended
    await until(async () => {
      const next = await push(cwd, game)
      return next.code === 0
    })
    expect(new Set(await titles(game)).size).toBe(60)
    expect((await titles(game)).length).toBe(60)
  })

  it('tells a remark that many challenges have once, with how many', async () => {
    const game = await empty()
    const flag = 'flags: [{ type: static, content: "flag{x}", data: case_insensitive }]\n'
    const of = (n: number) => ctfcli(`c${n}`).replace(/flags:.*\n/, flag)
    const many = Array.from({ length: 9 }, (_, n): [string, string] => [`c${n}/challenge.yml`, of(n)])
    const remark = /Flags are case-sensitive here/g
    const { stdout, stderr } = await push(folder(Object.fromEntries(many)), game)
    expect((stdout + stderr).match(remark)).toHaveLength(1)
    expect(stdout + stderr).toContain('9 challenges: Flags are case-sensitive here.')
    // Few are told where they are.
    const few = await push(folder(Object.fromEntries(many.slice(0, 2))), await empty())
    expect((few.stdout + few.stderr).match(remark)).toHaveLength(2)
  })

  it('deletes only what came from a folder, and only when told to', async () => {
    const game = await empty()
    await organiser.challenge(game, { title: 'By hand' })
    const cwd = folder({ 'a/challenge.yml': ctfcli('A'), 'b/challenge.yml': ctfcli('B') })
    await push(cwd, game)
    rmSync(join(cwd, 'b'), { recursive: true })
    const left = await push(cwd, game)
    expect(left.stderr).toContain('B has no folder any more')
    expect((await titles(game)).sort()).toEqual(['A', 'B', 'By hand'])
    expect((await push(cwd, game, '--delete')).code).toBe(0)
    expect((await titles(game)).sort()).toEqual(['A', 'By hand'])
    // A folder that is there and broken is not gone.
    writeTree(cwd, { 'a/challenge.yml': 'name: [' })
    expect((await push(cwd, game, '--delete', '--partial')).code).toBe(0)
    writeTree(cwd, { 'a/challenge.yml': '' })
    expect((await push(cwd, game, '--delete')).code).toBe(0)
    expect((await titles(game)).sort()).toEqual(['A', 'By hand'])
  })

  it('asks on a terminal only, and changes nothing without --yes', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': ctfcli('A') })
    const asked = await run(['push', '.', '--game', String(game)], cwd)
    expect([asked.code, asked.stderr]).toEqual([64, expect.stringContaining('Add --yes')])
    expect(await titles(game)).toEqual([])
  })
})

describe('an update', () => {
  const own = (title: string, more: string) => `halyard: 1\ntitle: ${title}\n${more}`

  it('leaves what a file says nothing of, and takes away what it says is empty', async () => {
    const game = await empty()
    const cwd = folder({
      'a/challenge.yml': own(
        'A',
        'content: Read me\nflags: [a, b]\nattemptLimit: 3\nhints: [h]\nfiles: [f.txt]\nlevel: Hard\n'
      ),
      'a/f.txt': 'f'
    })
    await push(cwd, game)
    writeTree(cwd, { 'a/challenge.yml': own('A', '') })
    expect((await push(cwd, game)).stderr).toContain('1 unchanged')
    expect((await challenge(game, 'A')).content).toBe('Read me')
    writeTree(cwd, {
      'a/challenge.yml': own('A', 'attemptLimit: null\nlevel: ~\nhints: []\nfiles: []\nflags: [b, c]\n')
    })
    const { stderr } = await push(cwd, game)
    expect(stderr).toContain('New flags: c')
    expect(stderr).toContain('Removed flags: a')
    const changed = await challenge(game, 'A')
    expect(changed).toMatchObject({ attemptLimit: null, level: null, hints: [], attachment: null })
    expect(changed.flags.map(({ flag }) => flag)).toEqual(['b', 'c'])
    expect((await push(cwd, game)).stderr).toContain('1 unchanged')
  })

  it('brings requirements to challenges old and new, and refuses a circle with what the game has', async () => {
    const game = await empty()
    const cwd = folder({
      'a/challenge.yml': own('A', 'flags: [a]\n'),
      'b/challenge.yml': own('B', 'flags: [b]\n')
    })
    await push(cwd, game)
    writeTree(cwd, {
      'b/challenge.yml': own('B', 'requires: [A, C]\n'),
      'c/challenge.yml': own('C', 'flags: [c]\nrequires: [A]\n')
    })
    expect((await push(cwd, game)).stderr).toContain('Requires: – → A, ')
    const [a, c] = [await challenge(game, 'A'), await challenge(game, 'C')]
    expect((await challenge(game, 'B')).requires).toEqual([a.id, c.id])
    expect(c.requires).toEqual([a.id])
    expect((await push(cwd, game)).stderr).toContain('3 unchanged')
    writeTree(cwd, { 'b/challenge.yml': own('B', 'requires: []\nhideLocked: true\n') })
    await push(cwd, game)
    const b = await challenge(game, 'B')
    expect(b).toMatchObject({ requires: [], hideLocked: true })
    expect((await push(cwd, game)).stderr).toContain('3 unchanged')
    await organiser.client.ok('PUT', `/api/edit/games/${game}/challenges/${a.id}`, { requires: [b.id] })
    writeTree(cwd, { 'b/challenge.yml': own('B', 'requires: [A]\n') })
    const circle = await push(cwd, game)
    expect([circle.code, circle.stderr]).toEqual([1, expect.stringContaining('It was not updated.')])
    expect((await challenge(game, 'B')).requires).toEqual([])
  })

  it('leaves files of teams, and says so', async () => {
    const game = await empty()
    const file = (flag: string) =>
      own('Each', `type: DynamicAttachment\nfileName: y.bin\nflags: [{ flag: ${flag}, file: a.bin }]\n`)
    const cwd = folder({ 'a/challenge.yml': file('one'), 'a/a.bin': 'A' })
    await push(cwd, game)
    writeTree(cwd, { 'a/challenge.yml': file('two') })
    const { code, stderr } = await push(cwd, game)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Change them on its page.')])
    expect((await challenge(game, 'Each')).flags.map(({ flag }) => flag)).toEqual(['one'])
  })
})

describe('a token', () => {
  it('without the scope, for another game or of nobody is refused in one sentence', async () => {
    const [game, other] = [await empty(), await empty()]
    const cwd = folder({ 'a/challenge.yml': ctfcli('A') })
    const refusal = async (token: string) => {
      const { code, stderr } = await run(['push', '.', '--game', String(game), '--yes'], cwd, {
        HALYARD_TOKEN: token
      })
      return [code, stderr.trim()]
    }
    expect(await refusal(await tokenFor(['read']))).toEqual([1, 'This token lacks the scope edit.'])
    expect(await refusal(await tokenFor(['edit'], other))).toEqual([1, 'This token is not for this game.'])
    expect(await refusal('hly_nothing')).toEqual([1, 'This token is not valid.'])
    expect(await titles(game)).toEqual([])
  })

  it('is stored by login for its owner alone, and goes to no other address', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': ctfcli('A') })
    const wrong = await halyard(['login', platform.url], cwd, {}, 'hly_nothing\n')
    expect([wrong.code, wrong.stderr.trim()]).toEqual([1, 'This token is not valid.'])
    const login = await halyard(['login', platform.url], cwd, {}, `${await tokenFor(['edit'], game)}\n`)
    expect([login.code, login.stderr]).toEqual([0, expect.stringContaining('login.json')])
    const file = join(cwd, '.config/halyard/login.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await halyard(['push', '.', '--game', String(game), '--yes'], cwd, {})).code).toBe(0)
    expect(await titles(game)).toEqual(['A'])
    const elsewhere = await halyard(['diff', '.', '--game', '1'], cwd, { HALYARD_URL: 'http://127.0.0.1:9' })
    expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining('There is no token for')])
  })
})

describe('pull', () => {
  it('writes folders that push unchanged, with every member; a second pull writes nothing', async () => {
    const game = await empty()
    const own = folder({
      'web/first/challenge.yml': `halyard: 1
title: "First: yes"
category: Web
content: |
  # Knot

  ![a knot](https://example.org/k.png)
flags: [0123, yes, "flag{ünder}"]
files: [one.txt, two/b.bin]
hints: ["null"]
pricedHints:
  - { content: deep, cost: 30, availableAt: 2031-01-01T10:00:00Z }
solution: Look **up**.
solutionPublic: true
attemptLimit: 7
level: Hard
author: Bosun
tags: [heap, two words]
originalScore: 333
minScoreRate: 0.1
difficulty: 2.5
scoring: logarithmic
`,
      'web/first/one.txt': 'one',
      'web/first/two/b.bin': Buffer.from([0, 255, 1]),
      'web/own/challenge.yml': `halyard: 1
title: Own
category: Web
type: DynamicContainer
flagTemplate: flag{[GUID]}
containerImage: registry.example.org/own:1
containerExposePort: 8080
memoryLimit: 128
cpuCount: 2
storageLimit: 512
containerOptions: { readOnly: false, pids: 64 }
solver:
  image: registry.example.org/solve:1
  command: [python3, /solve.py, "0123"]
  environment: { WORD: "yes", EMPTY: "" }
  timeout: 30
  every: 15
requires: ["First: yes"]
hideLocked: true
`,
      'misc/each/challenge.yml': `halyard: 1
title: Each
type: DynamicAttachment
fileName: yours.bin
flags:
  - { flag: "flag{one}", file: a.bin }
  - { flag: "flag{two}", file: b.bin }
`,
      'misc/each/a.bin': 'A',
      'misc/each/b.bin': 'B'
    })
    expect((await push(own, game)).stderr).toContain('3 created')
    expect((await push(own, game)).stderr).toContain('0 to create, 0 to change, 3 unchanged')
    const first = await challenge(game, 'First: yes')
    expect(first.flags.map(({ flag }) => flag)).toEqual(['0123', 'yes', 'flag{ünder}'])
    expect(await challenge(game, 'Own')).toMatchObject({
      ...{ requires: [first.id], hideLocked: true, flagTemplate: 'flag{[GUID]}', memoryLimit: 128 },
      solver: {
        ...{ image: 'registry.example.org/solve:1', command: ['python3', '/solve.py', '0123'] },
        ...{ environment: { WORD: 'yes', EMPTY: '' }, timeout: 30, every: 15, memoryLimit: 256 }
      }
    })
    const into = folder()
    const pulled = await run(['pull', '--game', String(game), '.'], into)
    expect([pulled.code, pulled.stderr]).toEqual([0, expect.stringContaining('3 challenges, 3 written')])
    expect(readFileSync(join(into, 'misc/each/flags/2/b.bin'), 'utf8')).toBe('B')
    expect(readdirSync(join(into, 'web')).sort()).toEqual(['first', 'own'])
    const again = await push(into, game)
    expect([again.code, again.stderr]).toEqual([
      0,
      expect.stringContaining('0 to create, 0 to change, 3 unchanged')
    ])
    expect((await run(['pull', '--game', String(game), '.'], into)).stderr).toContain(
      '3 challenges, 0 written'
    )
    const elsewhere = await empty()
    expect((await push(into, elsewhere)).stderr).toContain('3 created')
    expect((await push(own, elsewhere)).stderr).toContain('0 to create, 0 to change, 3 unchanged')
  })

  it('keeps files of challenges that share a folder apart', async () => {
    const game = await empty()
    const one = (title: string) =>
      `halyard: 1\ntitle: ${title}\nflags: ["flag{${title}}"]\nfiles: [${title}.d/handout.txt]\n`
    const each = `halyard: 1
title: Each
type: DynamicAttachment
fileName: yours.bin
flags: [{ flag: "flag{e}", file: each.d/handout.txt }]
`
    const cwd = folder({
      'web/one.challenge.yml': one('one'),
      'web/two.challenge.yml': one('two'),
      'web/each.challenge.yml': each,
      'web/one.d/handout.txt': 'of one',
      'web/two.d/handout.txt': 'of two',
      'web/each.d/handout.txt': 'of each'
    })
    expect((await push(cwd, game)).stderr).toContain('3 created')
    const into = folder()
    expect((await run(['pull', '--game', String(game), '.'], into)).code).toBe(0)
    expect(readFileSync(join(into, 'web/one/files/handout.txt'), 'utf8')).toBe('of one')
    expect(readFileSync(join(into, 'web/two/files/handout.txt'), 'utf8')).toBe('of two')
    expect((await push(into, game)).stderr).toContain('0 to create, 0 to change, 3 unchanged')
  })

  it('writes over no file of another tool', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': ctfcli('A') })
    await push(cwd, game)
    const pulled = await run(['pull', '--game', String(game), '.'], cwd)
    expect([pulled.code, pulled.stderr]).toEqual([1, expect.stringContaining('format of another tool')])
    expect(readFileSync(join(cwd, 'a/challenge.yml'), 'utf8')).toBe(ctfcli('A'))
  })
})

describe('watch', () => {
  it('pushes what is saved, goes on after a fault, and ends when it is told to', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': ctfcli('A'), 'deep/b/challenge.yml': ctfcli('B') })
    const watching = startHalyard(['watch', '.', '--game', String(game), '--yes'], cwd, env)
    const heard = (text: string) => until(async () => watching.heard.stderr.includes(text))
    await heard('Watching.')
    writeTree(cwd, { 'deep/b/challenge.yml': 'name: [' })
    await heard('cannot be parsed')
    writeTree(cwd, { 'deep/b/challenge.yml': ctfcli('B', 'attempts: 3\n') })
    await heard('~ B deep/b/challenge.yml')
    expect((await challenge(game, 'B')).attemptLimit).toBe(3)
    expect((await titles(game)).sort()).toEqual(['A', 'B'])
    // One that is new, and requires one that was not saved.
    writeTree(cwd, {
      'c/challenge.yml': 'halyard: 1\ntitle: C\nflags: [c]\nrequires: [A]\n'
    })
    await heard('+ C (')
    const [a, c] = [await challenge(game, 'A'), await challenge(game, 'C')]
    expect(c.requires).toEqual([a.id])
    watching.child.kill('SIGTERM')
    expect(await watching.ended).toBe(0)
    // The place of what was pushed alone is the same as of all of it.
    expect((await push(cwd, game, '--delete')).stderr).toContain('0 to create, 0 to change, 3 unchanged')
  })
})
