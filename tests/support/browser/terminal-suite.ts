import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import type { OpenGame, Player } from '../games/organiser'
import { SPEC } from '../instances/instance-rows'
import type { Visitor, VisitorOptions } from './browser'
import { openBrowserSuite, type Stage } from './browser-suite'

interface Entered extends Visitor {
  box: Locator
  player: Player
  id: string
  entry: string
}

interface OpenTerminal {
  dialog: Locator
  /** Rows on the screen that are not empty. */
  rows(): Promise<string[]>
  see(words: RegExp): Promise<void>
}

/** A platform without an engine: instances are rows that lead to a service of this process, through real tunnels. */
export interface TerminalSuite extends Stage {
  readonly game: OpenGame
  readonly challenge: number
  sql<R extends object>(text: string, values?: unknown[]): Promise<{ rows: R[] }>
  addressOf(path: string): string
  /** Stores a running instance as workers would: of the user's team, or the test of the challenge. */
  instance(userName: string, kind: 'team' | 'test'): Promise<string>
  enter(options?: VisitorOptions): Promise<Entered>
}

/** The service: greets in colour and echoes lines. After `keys` it prints each byte; `flood` never ends. */
function echo(socket: Socket): void {
  socket.write('name? ')
  const lines = createInterface(socket)
  lines.on('line', (line) => {
    if (line === 'bye') socket.end('farewell\n')
    else if (line === 'flood') {
      const more = () => socket.write('y\n'.repeat(16_384), (error) => error || setImmediate(more))
      more()
    } else if (line === 'keys') {
      lines.close()
      socket.on('data', (data) => socket.write(`${data.toString('hex')} `)).resume()
    } else socket.write(`\x1b[38;2;250;40;40mhello\x1b[0m ${line}\n`)
  })
}

/** Available from `beforeAll` on. */
export function openTerminalSuite(): TerminalSuite {
  const stage = openBrowserSuite({ INSTANCE_ENTRY: 'tunnel' })
  const connections = new Set<Socket>()
  let service: Server
  let game: OpenGame
  let challenge: number
  beforeAll(async () => {
    service = createServer((socket) => {
      connections.add(socket.on('close', () => connections.delete(socket)).on('error', () => {}))
      echo(socket)
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    await sql(
      `INSERT INTO engines (address, state, guard, test_due_at) VALUES ('unix:///none', 'up', 'guarded', 'infinity')`
    )
    game = await stage.organiser.game()
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = stage.organiser
    const made = { title: 'Parrot', category: 'Pwn', type: 'StaticContainer' }
    challenge = (await client.ok<{ id: number }>('POST', path, made)).id
    await client.ok('POST', `${path}/${challenge}/flags`, [{ flag: 'flag{parrot}' }])
    const container = { containerImage: 'parrot:1', containerExposePort: 80 }
    await client.ok('PUT', `${path}/${challenge}`, { isEnabled: true, ...container })
  })
  afterAll(() => {
    for (const socket of connections) socket.destroy()
    service?.close()
  })

  const sql = <R extends object>(text: string, values: unknown[] = []) =>
    stage.platform.stores.db.pool.query<R>(text, values)

  const instance: TerminalSuite['instance'] = async (userName, kind) => {
    const id = randomUUID()
    const { port } = service.address() as AddressInfo
    const { rows } = await sql<{ id: string; participation: number | null }>(
      `SELECT u.id, r.participation_id AS participation FROM users u
       LEFT JOIN registrations r ON r.user_id = u.id AND r.game_id = $2 WHERE u.user_name = $1`,
      [userName, game.id]
    )
    const { id: user, participation } = rows[0]!
    await sql(
      `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, requested_by, spec, memory_mb, cpu,
         lifetime, operated_at, requested_at, next_at, state, engine_id, started_at, ready_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 64, 1, 120, now() - interval '1 minute', now(), NULL, 'ready',
         (SELECT id FROM engines), now(), now(), now() + interval '2 hours')`,
      [id, kind, game.id, challenge, kind === 'team' ? participation : null, user, SPEC]
    )
    await sql(
      `INSERT INTO instance_endpoints (instance_id, position, title, service, port, protocol, host, published, address)
       VALUES ($1, 0, '', '', $2, 'tcp', $3, (SELECT 20000 + count(*) FROM instances), '127.0.0.1')`,
      [id, port, `parrot-${id.slice(0, 8)}`]
    )
    return id
  }

  return {
    get platform() {
      return stage.platform
    },
    get organiser() {
      return stage.organiser
    },
    visit: stage.visit,
    get game() {
      return game
    },
    get challenge() {
      return challenge
    },
    sql,
    addressOf: (path) => `${stage.platform.url.replace('http', 'ws')}/api/proxy/${path}`,
    instance,
    async enter(options = {}) {
      const player = await stage.organiser.player(game)
      const id = await instance(player.name, 'team')
      const visitor = await stage.visit({ ...options, cookie: player.client.cookie })
      await visitor.open(`/games/${game.id}/Challenges?c=${challenge}`)
      const box = visitor.page.locator('.ibox')
      await box.locator('.top').getByText('Running').waitFor()
      const { rows } = await sql<{ id: string }>('SELECT id FROM instance_tickets WHERE instance_id = $1', [
        id
      ])
      return { ...visitor, box, player, id, entry: rows[0]!.id }
    }
  }
}

/** Takes a screenshot, when `SHOTS` names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

export async function inTerminal(page: Page): Promise<OpenTerminal> {
  const dialog = page.getByRole('dialog', { name: /^Terminal/ })
  await dialog.locator('.xterm-rows').waitFor()
  const rows = async () => {
    const texts = await dialog.locator('.xterm-rows > div').allTextContents()
    return texts.map((text) => text.replaceAll('\u00a0', ' ').trimEnd()).filter(Boolean)
  }
  return { dialog, rows, see: (words) => expect.poll(async () => (await rows()).join('\n')).toMatch(words) }
}

/** Opens the terminal of an instance's box. */
export async function terminal({ page, box }: { page: Page; box: Locator }): Promise<OpenTerminal> {
  await box.getByRole('button', { name: 'Open terminal' }).click()
  return inTerminal(page)
}
