import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type OpenGame, Organiser, type Player } from '../support/games/organiser'
import { captureFolder } from '../support/instances/captures'
import { dockerHost, hasEngine, imageOf, removeImage } from '../support/instances/engine'
import { readCapture } from '../support/instances/pcap'
import { type Platform, startPlatform } from '../support/processes/platform'
import { until } from '../support/until'

const IMAGE = 'local/capture:1'
const BIG = 3 * 1024 * 1024
/** Says back a line and ends, or sends three MiB. */
const TALK = `#!/bin/sh
read -r word rest
case "$word" in
  big) dd if=/dev/zero bs=1M count=3 2>/dev/null ;;
  *) echo "$word $rest" ;;
esac
`
const run = promisify(execFile)
/** Found or installed by `npm test` (scripts/lib/test/tshark.mjs), which says so where it could not. */
const TSHARK = process.env.TSHARK_PATH ?? '/usr/bin/tshark'
const hasTshark = existsSync(TSHARK)

/** The built processes, with a challenge whose tunnels are recorded. */
describe.skipIf(!hasEngine)('captures of tunnels', () => {
  let platform: Platform
  let organiser: Organiser
  let game: OpenGame
  let challenge: number
  beforeAll(async () => {
    await imageOf(IMAGE, { cmd: ['/bin/nc', '-ll', '-p', '80', '-e', '/talk'], files: { '/talk': TALK } })
    platform = await startPlatform({ DOCKER_HOST: dockerHost(), INSTANCE_ENTRY: 'tunnel' }, { jobs: true })
    organiser = await Organiser.of(platform)
    game = await organiser.game()
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = organiser
    const made = { title: 'Echo', category: 'Pwn', type: 'StaticContainer' }
    challenge = (await client.ok<{ id: number }>('POST', path, made)).id
    await client.ok('POST', `${path}/${challenge}/flags`, [{ flag: 'flag{echo}' }])
    const container = { containerImage: IMAGE, containerExposePort: 80, enableTrafficCapture: true }
    await client.ok('PUT', `${path}/${challenge}`, { isEnabled: true, ...container })
    await until(async () => (await sql(`SELECT FROM engines WHERE guard <> 'unknown'`)).rowCount === 1)
  }, 120_000)
  afterAll(async () => {
    await platform?.close()
    await removeImage(IMAGE)
  })

  const sql = (text: string, values: unknown[] = []) => platform.stores.db.pool.query(text, values)
  const container = () => `/api/game/${game.id}/container/${challenge}`

  /** Says something through a tunnel, and hears until the service ends. */
  async function talk({ client }: Player, words: string, headers: Record<string, string> = {}) {
    const { entry } = await client.ok<{ entry: string }>('POST', container())
    const socket = new WebSocket(`${platform.url.replace('http', 'ws')}/api/proxy/${entry}`, { headers })
    const heard: Buffer[] = []
    socket.on('message', (data: Buffer) => void heard.push(data))
    await once(socket, 'open')
    socket.send(words)
    const [code] = await once(socket, 'close')
    return { code, heard: Buffer.concat(heard) }
  }

  /** What was recorded of a player's team. */
  async function recorded({ client }: Player) {
    const { rows } = await until(async () => {
      const found = await sql(
        `SELECT k.file, k.participation_id AS "participationId", k.address FROM captures k
         JOIN registrations r ON r.participation_id = k.participation_id JOIN users u ON u.id = r.user_id
         WHERE u.user_name = $1 AND k.closed_at IS NOT NULL`,
        [(await client.ok<{ userName: string }>('GET', '/api/account/profile')).userName]
      )
      return found.rowCount === 1 && found
    })
    const place = { gameId: game.id, challengeId: challenge, participationId: rows[0].participationId }
    return { ...rows[0], path: join(captureFolder(platform.data, place), rows[0].file) }
  }

  it.each([
    ['IPv4', '203.0.113.9', '203.0.113.9'],
    ['IPv6', '2001:db8::7', '20010db8000000000000000000000007']
  ])(
    'a capture holds whole TCP connections of %s, from the player to the container',
    async (_, ip, source) => {
      const player = await organiser.player(game)
      expect(await player.client.ok('GET', container())).toMatchObject({ recorded: true })
      const said = await talk(player, 'big\n', { 'X-Forwarded-For': ip })
      expect([said.code, said.heard.length]).toEqual([1000, BIG])
      const { path, address, participationId, file } = await recorded(player)
      const content = readFileSync(path)
      const read = readCapture(content)
      expect(read).toMatchObject({ flaws: [], missing: 0, ends: ['service FIN', 'client FIN'] })
      expect([String(read.client), read.service.length, address]).toEqual(['big\n', BIG, ip])
      expect(read.from.split(':')[0]).toBe(source)
      expect(read.to).toMatch(/:80$/)
      expect(read.note).toMatchObject({ Challenge: 'Echo', ChallengeId: challenge })
      expect(content.includes('flag{')).toBe(false)
      const href = `/api/game/captures/${challenge}/${participationId}/${file}`
      const { status, bytes } = await download(href)
      expect([status, bytes.equals(content)]).toEqual([200, true])
      expect((await player.client.call('GET', href)).status).toBe(403)
      if (hasTshark) expect(await marks(path)).toEqual([])
    }
  )

  const download = async (path: string) => {
    const answer = await fetch(platform.url + path, { headers: { Cookie: organiser.client.cookie } })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  /** Packets that tshark finds something wrong with: malformed, sent again, lost, a wrong checksum. */
  const marks = async (path: string) => {
    const checks = ['ip', 'tcp', 'udp'].flatMap((name) => ['-o', `${name}.check_checksum:TRUE`])
    const wrong = '_ws.malformed || tcp.analysis.flags || _ws.expert.severity >= "Warning"'
    const bad = ['ip', 'tcp', 'udp'].map((name) => `${name}.checksum.status == "Bad"`)
    const filter = [wrong, ...bad].join(' || ')
    const { stdout } = await run(TSHARK, ['-r', path, ...checks, '-Y', filter], { timeout: 60_000 })
    return stdout.split('\n').filter(Boolean)
  }

  it.skipIf(!hasTshark)('tshark follows a capture as one stream', async () => {
    const player = await organiser.player(game)
    await talk(player, 'ahoy there\n')
    const { path } = await recorded(player)
    const { stdout } = await run(TSHARK, ['-r', path, '-q', '-z', 'follow,tcp,ascii,0'], { timeout: 60_000 })
    expect(stdout.match(/ahoy there/g)).toHaveLength(2)
    expect(await marks(path)).toEqual([])
  })

  it('a challenge without captures records nothing and shows players no notice of it', async () => {
    const player = await organiser.player(game)
    await sql('UPDATE challenges SET traffic_capture = false WHERE id = $1', [challenge])
    expect((await talk(player, 'unseen\n')).code).toBe(1000)
    expect(await player.client.ok('GET', container())).toMatchObject({ recorded: false })
    const { rows } = await sql('SELECT count(*)::int AS n FROM captures WHERE bytes > 0')
    const page = await organiser.client.call(
      'GET',
      `/games/${game.id}/monitor/Traffic?challenge=${challenge}`
    )
    expect([rows[0].n, page.status]).toEqual([3 - (hasTshark ? 0 : 1), 200])
  })
})
