import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type OpenGame, Organiser, type Player } from '../support/games/organiser'
import { dockerHost, hasEngine, imageOf, removeImage } from '../support/instances/engine'
import { type Platform, startPlatform } from '../support/processes/platform'
import { until } from '../support/until'

const IMAGE = 'local/tunnel:1'
const BIG = 24
/** Says back what it hears; `big` gets 24 MiB, `bye` an answer and the end. */
const TALK = `#!/bin/sh
read -r word rest
case "$word" in
  big) dd if=/dev/zero bs=1M count=${BIG} 2>/dev/null ;;
  bye) echo "bye $rest" ;;
  *) echo "$word $rest"; exec cat ;;
esac
`

interface Opened {
  socket: WebSocket
  /** All that came, until it has `length` bytes or ends with `end`. */
  hear(length: number): Promise<Buffer>
  closed: Promise<number>
}

/** The built processes with players who come by tunnels alone. */
describe.skipIf(!hasEngine)('tunnels to instances', () => {
  let platform: Platform
  let organiser: Organiser
  let game: OpenGame
  let challenge: number
  const sockets: WebSocket[] = []
  beforeAll(async () => {
    const cmd = ['/bin/nc', '-ll', '-p', '80', '-e', '/talk']
    await imageOf(IMAGE, { cmd, files: { '/talk': TALK } })
    platform = await startPlatform({ DOCKER_HOST: dockerHost(), INSTANCE_ENTRY: 'tunnel' }, { jobs: true })
    organiser = await Organiser.of(platform)
    game = await organiser.game()
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = organiser
    const made = { title: 'Echo', category: 'Pwn', type: 'StaticContainer' }
    challenge = (await client.ok<{ id: number }>('POST', path, made)).id
    await client.ok('POST', `${path}/${challenge}/flags`, [{ flag: 'flag{echo}' }])
    const container = { containerImage: IMAGE, containerExposePort: 80 }
    await client.ok('PUT', `${path}/${challenge}`, { isEnabled: true, ...container })
    await until(async () => (await sql(`SELECT FROM engines WHERE guard <> 'unknown'`)).rowCount === 1)
  }, 120_000)
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate()
  })
  afterAll(async () => {
    await platform?.close()
    await removeImage(IMAGE)
  })

  const sql = (text: string, values: unknown[] = []) => platform.stores.db.pool.query(text, values)
  const url = (path: string) => `${platform.url.replace('http', 'ws')}/api/proxy/${path}`
  const container = () => `/api/game/${game.id}/container/${challenge}`

  /** A team's instance, and its member's entry. */
  const running = async (player: Player) => {
    const { entry } = await player.client.ok<{ entry: string }>('POST', container())
    expect(entry).toMatch(/^[0-9a-f-]{36}$/)
    const { rows } = await sql('SELECT instance_id AS id FROM instance_tickets WHERE id = $1', [entry])
    return { entry, instance: rows[0].id as string }
  }

  /** Opens a tunnel; the status of the refusal instead when there is one. */
  async function open(path: string, headers: Record<string, string> = {}): Promise<Opened | number> {
    const socket = new WebSocket(url(path), { headers })
    sockets.push(socket)
    const status = await new Promise<number>((resolve) => {
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0))
      socket.on('error', () => resolve(0))
    })
    if (status !== 101) return status
    const parts: Buffer[] = []
    let heard = 0
    socket.on('message', (data: Buffer, binary: boolean) => {
      expect(binary).toBe(true)
      parts.push(data)
      heard += data.length
    })
    return {
      socket,
      closed: once(socket, 'close').then(([code]) => code),
      hear: async (length) => {
        await until(() => heard >= length)
        return Buffer.concat(parts)
      }
    }
  }
  const opened = async (path: string, headers?: Record<string, string>) => {
    const result = await open(path, headers)
    if (typeof result === 'number') throw new Error(`refused with ${result}`)
    return result
  }
  const slots = async () => {
    const keys = await platform.stores.redis.keys('*halyard:tunnels:*')
    let sum = 0
    // Leases that have ended are removed by the next tunnel.
    for (const key of keys) sum += await platform.stores.redis.zCount(key, Date.now(), '+inf')
    return sum
  }

  it('a tunnel carries text and bytes both ways, and ends with the service', async () => {
    const player = await organiser.player(game)
    const { entry } = await running(player)
    const { client } = player
    const detail = await client.ok<{ context: object }>('GET', `/api/game/${game.id}/challenges/${challenge}`)
    expect(detail.context).toMatchObject({ instanceEntry: entry })
    expect((await fetch(`${platform.url}/api/proxy/${entry}`)).status).toBe(204)
    const echo = await opened(entry)
    echo.socket.send('hello there\n')
    expect(String(await echo.hear(12))).toBe('hello there\n')
    echo.socket.send(Buffer.from([0, 255, 10]))
    expect([...(await echo.hear(15)).subarray(12)]).toEqual([0, 255, 10])
    const short = await opened(entry)
    short.socket.send('bye now\n')
    expect(String(await short.hear(8))).toBe('bye now\n')
    expect(await short.closed).toBe(1000)
    echo.socket.close()
    await echo.closed
    await until(async () => (await slots()) === 0)
  })

  it('a slow reader loses nothing, and little of it is buffered', async () => {
    const { entry } = await running(await organiser.player(game))
    const slow = await opened(entry)
    slow.socket.send('big\n')
    for (let n = 0; n < 10; n++) {
      slow.socket.pause()
      await pause(30)
      slow.socket.resume()
      await pause(10)
    }
    expect((await slow.hear(BIG * 1024 * 1024)).length).toBe(BIG * 1024 * 1024)
    expect(await slow.closed).toBe(1000)
  })

  it('a tunnel is refused for foreign and guessed ids, foreign pages and other kinds', async () => {
    const player = await organiser.player(game)
    const stranger = await organiser.player(game)
    const { entry, instance } = await running(player)
    expect(await open(randomUUID())).toBe(404)
    expect(await open('not-an-id')).toBe(404)
    expect(await open(`noinst/${entry}`)).toBe(404)
    expect(await open(entry, { Origin: 'https://evil.example' })).toBe(403)
    // The id of an instance is no secret: it needs a session that may use it.
    expect(await open(instance)).toBe(404)
    expect(await open(instance, { Cookie: stranger.client.cookie })).toBe(404)
    const own = await opened(instance, { Cookie: player.client.cookie })
    own.socket.send('mine\n')
    await own.hear(6)
    expect((await fetch(`${platform.url}/api/proxy/${randomUUID()}`)).status).toBe(404)
    const elsewhere = await organiser.game()
    const bearer = async (scope: string, { id }: { id: number }) => {
      const wish = { name: 'nc', scopes: [scope], game: id, days: 1, password: 'a pass word' }
      const { token } = await player.client.ok<{ token: string }>('POST', '/api/account/tokens', wish)
      return { Authorization: `Bearer ${token}` }
    }
    const byToken = await opened(instance, await bearer('play', game))
    byToken.socket.send('mine\n')
    await byToken.hear(6)
    expect(await open(instance, await bearer('play', elsewhere))).toBe(403)
    expect(await open(instance, await bearer('read', game))).toBe(403)
  })

  it('a tunnel ends with the session, membership and instance of its ticket', async () => {
    const player = await organiser.player(game)
    const { entry, instance } = await running(player)
    const before = await opened(entry)
    await player.client.ok('POST', '/api/account/logout')
    expect(await before.closed).toBe(4002)
    expect(await open(entry)).toBe(404)

    const other = await organiser.player(game)
    const second = await running(other)
    const live = await opened(second.entry)
    await sql(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    await other.client.ok('DELETE', container())
    expect(await live.closed).toBe(4001)
    expect(await open(second.entry)).toBe(404)

    await sql(
      `UPDATE participations SET status = 'Suspended' WHERE id =
      (SELECT participation_id FROM instances WHERE id = $1)`,
      [instance]
    )
    expect(await open(entry)).toBe(404)
  })

  it('the limit of tunnels holds, also after hundreds were cut off and Redis lost all', async () => {
    const { entry } = await running(await organiser.player(game))
    const all = await Promise.all(Array.from({ length: 20 }, () => open(entry)))
    expect(all.filter((one) => typeof one !== 'number')).toHaveLength(16)
    expect(new Set(all.filter((one) => typeof one === 'number'))).toEqual(new Set([400]))
    for (const socket of sockets.splice(0)) socket.terminate()
    await until(async () => (await slots()) === 0)

    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 15 }, () => opened(entry)))
      if (round === 10) await platform.stores.redis.flushDb()
      for (const socket of sockets.splice(0)) socket.terminate()
      await until(async () => (await slots()) === 0)
    }
  }, 120_000)

  it('the command line opens a tunnel as nc does a port', async () => {
    const { entry } = await running(await organiser.player(game))
    const connect = async (ticket: string, words: string) => {
      const child = spawn(process.execPath, ['scripts/connect.mjs', url(ticket)])
      let [said, told] = ['', '']
      child.stdout.on('data', (chunk) => {
        said += chunk
      })
      child.stderr.on('data', (chunk) => {
        told += chunk
      })
      child.stdin.on('error', () => {})
      child.stdin.write(words)
      const [code] = await once(child, 'close')
      return { said, told, code }
    }
    expect(await connect(entry, 'bye now\n')).toEqual({ said: 'bye now\n', told: '', code: 0 })
    expect(await connect(randomUUID(), '')).toMatchObject({
      code: 1,
      told: expect.stringContaining('nothing')
    })
  })

  it('staff get a ticket of their own', async () => {
    const { entry, instance } = await running(await organiser.player(game))
    const { client } = organiser
    const seen = await client.ok<{ entry: string }>('GET', `/api/admin/instances/${instance}`)
    expect(seen.entry).toMatch(/^[0-9a-f-]{36}$/)
    expect(seen.entry).not.toBe(entry)
    const staff = await opened(seen.entry)
    staff.socket.send('look\n')
    expect(String(await staff.hear(6))).toBe('look \n')
  })

  it('a service that is not there is answered by 418', async () => {
    const { entry, instance } = await running(await organiser.player(game))
    await sql(
      `UPDATE instance_endpoints SET address = '127.0.0.1', published = 1, port = 1 WHERE instance_id = $1`,
      [instance]
    )
    expect(await open(entry)).toBe(418)
    expect(await slots()).toBe(0)
  })

  it('organisers reach their test instance by noinst alone', async () => {
    const { entry } = await organiser.client.ok<{ entry: string }>(
      'POST',
      `/api/edit/games/${game.id}/challenges/${challenge}/container`
    )
    expect(await open(entry)).toBe(404)
    const test = await opened(`noinst/${entry}`)
    test.socket.send('try\n')
    expect(String(await test.hear(5))).toBe('try \n')
  })

  // Stands last, since places of a killed process stay taken for a while.
  it('tunnels outlive the other processes, and can be opened again after their own was killed', async () => {
    const { entry } = await running(await organiser.player(game))
    const held = await Promise.all(Array.from({ length: 4 }, () => opened(entry)))
    await platform.restart('jobs')
    await platform.restart('scoring')
    for (const [n, one] of held.entries()) one.socket.send(`still ${n}\n`)
    for (const one of held) await one.hear(8)
    await platform.restart('web')
    expect(await Promise.all(held.map(({ closed }) => closed))).toEqual([1006, 1006, 1006, 1006])
    const reopened = Date.now()
    const again = await opened(entry)
    again.socket.send('again\n')
    await again.hear(7)
    // The places of the killed process are still taken, for 20 seconds at most.
    const [key] = await platform.stores.redis.keys('*halyard:tunnels:ticket:*')
    const leases = await platform.stores.redis.zRangeWithScores(key!, 0, -1)
    expect(leases).toHaveLength(5)
    expect(leases.filter(({ score }) => score < reopened + 20_000)).toHaveLength(4)
  }, 60_000)
})
