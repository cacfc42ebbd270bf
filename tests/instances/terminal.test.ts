import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browsing, openBrowser } from '../support/browser/browser'
import { type OpenGame, Organiser, type Player } from '../support/games/organiser'
import { dockerHost, hasEngine, imageOf, removeImage } from '../support/instances/engine'
import { type Platform, startPlatform } from '../support/processes/platform'
import { until } from '../support/until'

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.info('connect.py is not tested here: there is no python3.')

const IMAGE = 'local/terminal:1'
const BIG = 24 * 1024 * 1024
/** Greets and says back lines. `take N` says the checksum of the next N bytes, `big` sends zeros. */
const TALK = `#!/bin/sh
printf 'name? '
while IFS= read -r line; do
  case "$line" in
    bye) echo farewell; exit ;;
    big) head -c ${BIG} /dev/zero; exit ;;
    take*) head -c "\${line#take }" | md5sum; exit ;;
    *) printf 'hello %s\\n' "$line" ;;
  esac
done
`

/** The built processes, a browser, a real engine and real tunnels. */
describe.skipIf(!hasEngine)('a player behind a tunnel', () => {
  let platform: Platform
  let organiser: Organiser
  let browsing: Browsing
  let game: OpenGame
  let challenge: number
  beforeAll(async () => {
    await imageOf(IMAGE, { cmd: ['/bin/nc', '-ll', '-p', '80', '-e', '/talk'], files: { '/talk': TALK } })
    platform = await startPlatform({ DOCKER_HOST: dockerHost(), INSTANCE_ENTRY: 'tunnel' }, { jobs: true })
    organiser = await Organiser.of(platform)
    browsing = await openBrowser(platform.url)
    game = await organiser.game()
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = organiser
    const made = { title: 'Parrot', category: 'Pwn', type: 'StaticContainer' }
    challenge = (await client.ok<{ id: number }>('POST', path, made)).id
    await client.ok('POST', `${path}/${challenge}/flags`, [{ flag: 'flag{parrot}' }])
    const container = { containerImage: IMAGE, containerExposePort: 80 }
    await client.ok('PUT', `${path}/${challenge}`, { isEnabled: true, ...container })
    await until(async () => (await sql(`SELECT FROM engines WHERE guard <> 'unknown'`)).rowCount === 1)
  }, 120_000)
  afterAll(async () => {
    await browsing?.close()
    await platform?.close()
    await removeImage(IMAGE)
  })

  const sql = (text: string, values: unknown[] = []) => platform.stores.db.pool.query(text, values)
  const container = () => `/api/game/${game.id}/container/${challenge}`
  const running = async (player: Player) =>
    (await player.client.ok<{ entry: string }>('POST', container())).entry
  const addressOf = (path: string) => `${platform.url.replace('http', 'ws')}/api/proxy/${path}`

  it('a player talks to the service in the browser, and sees when the instance ends', async () => {
    const player = await organiser.player(game)
    const { page, open, faults } = await browsing.visit({ cookie: player.client.cookie })
    await open(`/games/${game.id}/Challenges?c=${challenge}`)
    // Only now: the engine makes networks, and Chromium drops what it is fetching when there is another one.
    await running(player)
    const box = page.locator('.ibox')
    await box.getByRole('button', { name: 'Open terminal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Terminal' })
    await dialog.getByRole('status').getByText('Connected').waitFor()
    await page.keyboard.type('mira\n')
    await dialog.locator('.xterm-rows').getByText('hello mira').waitFor()
    await sql(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    await player.client.ok('DELETE', container())
    await dialog.getByRole('status').getByText('The instance has ended.').waitFor()
    // Meanwhile the box that it was opened from has become another.
    await box.getByText('Stopped by the team').waitFor()
    await dialog.getByRole('button', { name: 'Close terminal' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('ibox')
    expect(faults).toEqual([])
  }, 120_000)

  describe.skipIf(!hasPython)('with connect.py', () => {
    /** Runs what the platform serves. */
    const run = async (address: string, input: (string | Buffer)[], { end = false } = {}) => {
      const script = await (await fetch(`${platform.url}/connect.py`)).text()
      const child = spawn('python3', ['-c', script, address])
      const said: Buffer[] = []
      let told = ''
      child.stdout.on('data', (chunk) => said.push(chunk))
      child.stderr.on('data', (chunk) => {
        told += chunk
      })
      child.stdin.on('error', () => {})
      for (const part of input) child.stdin.write(part)
      if (end) child.stdin.end()
      const [code] = await once(child, 'close')
      return { said: Buffer.concat(said), told, code }
    }

    it('connect.py talks and ends with the service, also when stdin has ended before', async () => {
      const address = addressOf(await running(await organiser.player(game)))
      for (const end of [false, true]) {
        const { said, told, code } = await run(address, ['mira\n', 'bye\n'], { end })
        expect([String(said), told, code]).toEqual(['name? hello mira\nfarewell\n', '', 0])
      }
    })

    it('connect.py carries 24 MiB down, and as many up', async () => {
      const address = addressOf(await running(await organiser.player(game)))
      const down = await run(address, ['big\n'])
      expect([down.said.length, down.code]).toEqual(['name? '.length + BIG, 0])
      const bytes = randomBytes(BIG)
      const up = await run(address, [`take ${BIG}\n`, bytes], { end: true })
      const sum = createHash('md5').update(bytes).digest('hex')
      expect([String(up.said), up.code]).toEqual([`name? ${sum}  -\n`, 0])
    }, 120_000)

    it('connect.py says what is wrong with an address', async () => {
      const { told, code } = await run(addressOf(randomUUID()), [])
      expect([told, code]).toEqual(['This address opens nothing, or no more.\n', 1])
    })
  })
})
