import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeEdit } from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import { send } from '../../support/files/files'
import { writeTree } from '../../support/files/write-tree'
import { Organiser, tag } from '../../support/games/organiser'
import { halyard } from '../../support/processes/halyard'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'
import { type PluginFolder, pluginFolder } from '../../support/processes/plugins'

/** One platform with plug-ins, and one without. */
let platform: Platform
let bare: Platform
let organiser: Organiser
let plugins: PluginFolder
let env: Record<string, string>
const folders: string[] = []

const folder = (files: Record<string, string> = {}): string => {
  const path = mkdtempSync(join(tmpdir(), 'halyard-plugged-'))
  folders.push(path)
  writeTree(path, files)
  return path
}

async function tokenOf(of: Organiser): Promise<string> {
  const wish = { name: tag(), scopes: ['edit'], days: 1, password: ADMIN.password }
  return (await of.client.ok<{ token: string }>('POST', '/api/account/tokens', wish)).token
}

beforeAll(async () => {
  plugins = pluginFolder()
  for (const file of ['regex-flags.ts', 'linear-scoring.ts']) plugins.example(file)
  platform = await startPlatform({ HALYARD_PLUGINS: plugins.path })
  bare = await startPlatform()
  organiser = await Organiser.of(platform)
  env = { HALYARD_URL: platform.url, HALYARD_TOKEN: await tokenOf(organiser) }
})
afterAll(async () => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
  plugins?.close()
  await platform?.close()
  await bare?.close()
})

const empty = async (of = organiser) =>
  (await of.game({ startsIn: HOUR_MS, endsIn: 7_200_000, challenges: [] })).id
const run = (cwd: string, ...argv: string[]) => halyard(argv, cwd, env)
const only = async (game: number): Promise<ChallengeEdit> => {
  const at = `/api/edit/games/${game}/challenges`
  const [one] = await organiser.client.ok<{ id: number }[]>('GET', at)
  return organiser.client.ok<ChallengeEdit>('GET', `${at}/${one!.id}`)
}
const knot = (more: string) => `halyard: 1\ntitle: Knot\nflags: ["flag\\\\{k[0-9]\\\\}"]\n${more}`

describe('challenge folders', () => {
  it('name plug-ins, which are shown in the plan, compared, taken away and pulled', async () => {
    const game = await empty()
    const at = ['.', '--game', String(game)]
    const cwd = folder({ 'a/challenge.yml': knot('checker: regex-flags\nscoring: linear-scoring\n') })
    expect((await run(cwd, 'push', ...at, '--yes')).code).toBe(0)
    expect(await only(game)).toMatchObject({ checker: 'regex-flags', scoring: 'linear-scoring' })
    expect((await run(cwd, 'diff', ...at)).code).toBe(0)

    const pulled = folder()
    expect((await run(pulled, 'pull', '--game', String(game), '.')).code).toBe(0)
    const text = readFileSync(join(pulled, 'a/challenge.yml'), 'utf8')
    expect(text).toMatch(/^checker: regex-flags$/m)
    expect(text).toMatch(/^scoring: linear-scoring$/m)
    expect((await run(pulled, 'diff', ...at)).code).toBe(0)

    // What is absent stays, null takes away.
    writeTree(cwd, { 'a/challenge.yml': knot('scoring: null\n') })
    const shown = await run(cwd, 'diff', ...at)
    expect([shown.code, shown.stdout + shown.stderr]).toEqual([
      2,
      expect.stringContaining('regex-flags / linear-scoring → regex-flags / –')
    ])
    expect((await run(cwd, 'push', ...at, '--yes')).code).toBe(0)
    expect(await only(game)).toMatchObject({ checker: 'regex-flags', scoring: null })
  })

  it('with a plug-in that is not loaded are refused in the plan by their field, and change nothing', async () => {
    const game = await empty()
    const at = ['.', '--game', String(game)]
    const cwd = folder({
      'a/challenge.yml': knot('checker: lost\n'),
      'b/challenge.yml': 'halyard: 1\ntitle: Reef\nflags: ["flag{r}"]\n'
    })
    for (const command of [
      ['diff', ...at],
      ['push', ...at, '--yes']
    ]) {
      const { code, stdout, stderr } = await run(cwd, ...command)
      expect([code, stdout + stderr]).toEqual([
        1,
        expect.stringContaining('checker: the plug-in lost is not loaded here')
      ])
    }
    expect(await organiser.client.ok('GET', `/api/edit/games/${game}/challenges`)).toEqual([])
    expect((await run(cwd, 'push', ...at, '--yes', '--partial')).code).toBe(0)
    expect(await only(game)).toMatchObject({ title: 'Reef', checker: null })
    // A scoring function is none that checks answers.
    writeTree(cwd, { 'b/challenge.yml': 'halyard: 1\ntitle: Reef\nchecker: linear-scoring\n' })
    const other = await run(cwd, 'diff', 'b', '--game', String(game))
    expect(other.stdout + other.stderr).toContain('checker: the plug-in linear-scoring is not loaded here')
  })

  it('keep a name whose plug-in has gone', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': knot('checker: regex-flags\n') })
    expect((await run(cwd, 'push', '.', '--game', String(game), '--yes')).code).toBe(0)
    await platform.stores.db.pool.query(`UPDATE challenges SET checker = 'gone' WHERE game_id = $1`, [game])
    writeTree(cwd, { 'a/challenge.yml': knot('checker: gone\ncontent: New words.\n') })
    expect((await run(cwd, 'push', '.', '--game', String(game), '--yes')).code).toBe(0)
    expect(await only(game)).toMatchObject({ checker: 'gone', content: 'New words.' })
  })

  it('are checked by lint without a platform: the form of a name, and flags that a checker replaces', async () => {
    const cwd = folder({
      'a/challenge.yml': 'halyard: 1\ntitle: Knot\nflags: []\nchecker: regex-flags\n',
      'b/challenge.yml': 'halyard: 1\ntitle: Reef\nflags: ["flag{r}"]\nscoring: No Name\n'
    })
    const { stdout, stderr, code } = await halyard(['lint', '.'], cwd, {})
    const said = stdout + stderr
    expect([code, said]).toEqual([1, expect.stringContaining('Line 4, scoring: Enter the name of a plug-in')])
    expect(said).not.toContain('no-flag')
  })
})

describe('archives of games', () => {
  it('carry plug-ins, and are refused as a whole with the member where one is not loaded', async () => {
    const game = await empty()
    const cwd = folder({ 'a/challenge.yml': knot('checker: regex-flags\nscoring: linear-scoring\n') })
    expect((await run(cwd, 'push', '.', '--game', String(game), '--yes')).code).toBe(0)
    const exported = await fetch(`${platform.url}/api/edit/games/${game}/export`, {
      headers: { Cookie: organiser.client.cookie }
    })
    const content = Buffer.from(await exported.arrayBuffer())
    const part = { field: 'file', name: 'game.zip', type: 'application/zip', content }
    const back = await send<{ gameId: number }>(organiser.client, 'POST', '/api/edit/games/import', [part])
    expect(back.status).toBe(200)
    expect(await only(back.body.gameId)).toMatchObject({ checker: 'regex-flags', scoring: 'linear-scoring' })

    const stranger = await Organiser.of(bare)
    const count = async () => (await bare.stores.db.pool.query('SELECT FROM games')).rowCount
    const before = await count()
    for (const query of ['', '?dryRun=true']) {
      const answer = await send<{ title: string; code: string }>(
        stranger.client,
        'POST',
        `/api/edit/games/import${query}`,
        [part]
      )
      expect([answer.status, answer.body.code, answer.body.title]).toEqual([
        400,
        'archive.unknown_plugin',
        expect.stringContaining('challenges[0].checker: the plug-in regex-flags')
      ])
    }
    expect(await count()).toBe(before)
  })
})
