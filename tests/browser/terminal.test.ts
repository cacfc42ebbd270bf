import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { overflow, PHONE, type VisitorOptions, violations } from '../support/browser'
import type { OpenGame, Player } from '../support/organiser'
import { openStage } from '../support/stage'
import { until } from '../support/until'

/** No engine: the instances are rows that lead to a service of this process, through the platform's own tunnels. */
const stage = openStage({ INSTANCE_ENTRY: 'tunnel' })

let service: Server
const connections = new Set<Socket>()
const sockets: WebSocket[] = []
let game: OpenGame
let challenge: number

/** Greets and says back lines, in a colour of its own. `keys` says what it hears then, byte by byte; `flood` never ends. */
function talk(socket: Socket): void {
  connections.add(socket.on('close', () => connections.delete(socket)).on('error', () => {}))
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

beforeAll(async () => {
  service = createServer(talk).listen(0, '127.0.0.1')
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
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => {
  for (const socket of connections) socket.destroy()
  service?.close()
})

const sql = <R extends object>(text: string, values: unknown[] = []) =>
  stage.platform.stores.db.pool.query<R>(text, values)
const addressOf = (path: string) => `${stage.platform.url.replace('http', 'ws')}/api/proxy/${path}`

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

/** Writes an instance that runs, as workers would: of the user's team, or the test of the challenge. */
async function instance(userName: string, kind: 'team' | 'test'): Promise<string> {
  const id = randomUUID()
  const { port } = service.address() as AddressInfo
  const { rows } = await sql<{ id: string; participation: number | null }>(
    `SELECT u.id, r.participation_id AS participation FROM users u
     LEFT JOIN registrations r ON r.user_id = u.id AND r.game_id = $2 WHERE u.user_name = $1`,
    [userName, game.id]
  )
  const { id: user, participation } = rows[0]!
  await sql(
    `INSERT INTO instances (id, kind, game_id, challenge_id, participation_id, requested_by, spec, memory_mb, cpu, lifetime,
       operated_at, requested_at, next_at, state, engine_id, started_at, ready_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 64, 1, 120, now() - interval '1 minute', now(), NULL, 'ready',
       (SELECT id FROM engines), now(), now(), now() + interval '2 hours')`,
    [id, kind, game.id, challenge, kind === 'team' ? participation : null, user, { image: 'parrot:1' }]
  )
  await sql(
    `INSERT INTO instance_endpoints (instance_id, position, title, service, port, protocol, host, published, address)
     VALUES ($1, 0, '', '', $2, 'tcp', $3, (SELECT 20000 + count(*) FROM instances), '127.0.0.1')`,
    [id, port, `parrot-${id.slice(0, 8)}`]
  )
  return id
}

/** A player with a running instance, and its box in their browser. */
async function enter(options: VisitorOptions = {}) {
  const player: Player = await stage.organiser.player(game)
  const id = await instance(player.name, 'team')
  const visitor = await stage.visit({ ...options, cookie: player.client.cookie })
  await visitor.open(`/games/${game.id}/Challenges?c=${challenge}`)
  const box = visitor.page.locator('.ibox')
  await box.locator('.top').getByText('Running').waitFor()
  const { rows } = await sql<{ id: string }>('SELECT id FROM instance_tickets WHERE instance_id = $1', [id])
  return { ...visitor, box, player, id, entry: rows[0]!.id }
}

interface OpenTerminal {
  dialog: Locator
  /** What is on the screen, rows that are not empty. */
  rows(): Promise<string[]>
  /** Waits for a row that matches. */
  see(words: RegExp): Promise<void>
}
const inTerminal = async (page: Page): Promise<OpenTerminal> => {
  const dialog = page.getByRole('dialog', { name: /^Terminal/ })
  await dialog.locator('.xterm-rows').waitFor()
  const rows = async () => {
    const texts = await dialog.locator('.xterm-rows > div').allTextContents()
    return texts.map((text) => text.replaceAll('\u00a0', ' ').trimEnd()).filter(Boolean)
  }
  return { dialog, rows, see: (words) => expect.poll(async () => (await rows()).join('\n')).toMatch(words) }
}
const terminal = async ({ page, box }: { page: Page; box: Locator }) => {
  await box.getByRole('button', { name: 'Open terminal' }).click()
  return inTerminal(page)
}

it('talks to the service in the browser, with lines that can be edited and come back', async () => {
  const visitor = await enter()
  const { page, box, faults } = visitor
  const fetched = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /terminal-/.test(name)).length
    )
  await shot(page, 'entry')
  expect(await violations(page)).toEqual([])
  expect(await fetched()).toBe(0)
  const { dialog, rows, see } = await terminal(visitor)
  expect(await fetched()).toBe(1)
  await see(/name\?/)
  await dialog.getByRole('status').getByText('Connected').waitFor()
  await page.keyboard.type('mirra')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('a')
  await page.keyboard.press('Enter')
  await see(/^name\? mira\nhello mira$/)
  // The colour of the service is there, under the policy.
  const colour = await dialog
    .locator('.xterm-rows span', { hasText: 'hello' })
    .evaluate((span) => getComputedStyle(span).color)
  expect(colour).toBe('rgb(250, 40, 40)')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.type('Ad')
  await see(/Admira$/)
  await page.keyboard.press('Control+U')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await see(/hello mira$/)
  await shot(page, 'terminal')
  expect([await overflow(page), await violations(page)]).toEqual([[], []])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download as text' }).click()
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text.split('\n').slice(0, 2)).toEqual(['name? mira', 'hello mira'])
  expect((await rows()).length).toBeGreaterThan(1)

  await dialog.getByRole('button', { name: 'Close the terminal' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open terminal')
  expect(faults).toEqual([])
  await box.getByRole('button', { name: 'Stop' }).waitFor()
})

it('takes several pasted lines, and hangs up by Ctrl+C and connects again', async () => {
  const visitor = await enter()
  const { page } = visitor
  const { dialog, see } = await terminal(visitor)
  await see(/name\?/)
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'ann\nbob\nunfinished')
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await see(/hello ann[\s\S]*hello bob\nunfinished$/)
  await page.keyboard.press('Control+C')
  await dialog.getByRole('status').getByText('You have hung up.').waitFor()
  await see(/hello bob\nYou have hung up\.$/)
  await dialog.getByRole('button', { name: 'Reconnect' }).click()
  await see(/hung up\.\nname\?$/)
  await page.keyboard.type('again\n')
  await see(/hello again$/)
  await page.keyboard.type('bye\n')
  await dialog.getByRole('status').getByText('The service has hung up.').waitFor()
  await see(/farewell\nThe service has hung up\.$/)
})

it('is no trap for the keyboard, and does not close by a key too many', async () => {
  const visitor = await enter()
  const { page } = visitor
  const { dialog, see } = await terminal(visitor)
  await see(/name\?/)
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
    )
  expect(await focused()).toBe('Terminal: type here')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Send every key')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('Terminal: type here')
  // Now every key is the service's, but the second Escape.
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Terminal: type here')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await focused()).toBe('Close the terminal')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  expect(await dialog.getByRole('status').textContent()).toBe('Connected')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(visitor.where()).toContain('/Challenges')
})

it('sends every key at once when asked to', async () => {
  const visitor = await enter()
  const { page } = visitor
  const { dialog, see } = await terminal(visitor)
  await see(/name\?/)
  await page.keyboard.type('keys\n')
  await dialog.getByRole('button', { name: 'Send every key' }).click()
  await dialog.getByRole('textbox', { name: 'Terminal: type here' }).focus()
  await page.keyboard.press('a')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+C')
  await see(/61 ?09 ?03/)
})

it.each([
  ['on a phone in light colours', { size: PHONE, touch: true, scheme: 'light' }],
  ['with a screen reader', {}]
] as [string, VisitorOptions][])(
  'works %s, also when the instance ends',
  async (way, options) => {
    const visitor = await enter(options)
    const { page, box, faults, id } = visitor
    await box.locator('summary').click()
    await box.scrollIntoViewIfNeeded()
    await shot(page, `${way.slice(0, 4)}-entry`)
    expect([await overflow(page), await violations(page)]).toEqual([[], []])
    const { dialog, see } = await terminal(visitor)
    await see(/name\?/)
    if (way.includes('reader')) await dialog.getByRole('button', { name: 'Screen reader' }).click()
    await dialog.getByRole('textbox', { name: 'Terminal: type here' }).focus()
    await page.keyboard.type(
      'a rather long name that does not fit into one row of a phone, at least not into one\n'
    )
    await see(/hello/)
    if (way.includes('reader'))
      await dialog
        .locator('.xterm-accessibility')
        .getByText(/^hello a rather/)
        .waitFor({ state: 'attached' })
    await shot(page, `${way.slice(0, 4)}-terminal`)
    expect([await overflow(page), await violations(page)]).toEqual([[], []])
    await sql(
      `UPDATE instances SET desired = 'down', state = 'ended', reason = 'player', ended_at = now() WHERE id = $1`,
      [id]
    )
    await dialog.getByRole('status').getByText('The instance has ended.').waitFor()
    await see(/The instance has ended\./)
    expect(await dialog.getByRole('button', { name: 'Reconnect' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close the terminal' }).press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open terminal')
    expect(faults).toEqual([])
  },
  120_000
)

it('says that a ticket ended, that there are too many connections, and that the service is away', async () => {
  const visitor = await enter()
  const { page, entry, id } = visitor
  const full = Array.from({ length: 16 }, () => new WebSocket(addressOf(entry)))
  sockets.push(...full)
  await Promise.all(full.map((socket) => once(socket, 'open')))
  const { dialog, see } = await terminal(visitor)
  const status = dialog.getByRole('status')
  await status.getByText('Too many connections are open.').waitFor()
  for (const socket of sockets.splice(0)) socket.terminate()
  await until(async () => {
    await dialog.getByRole('button', { name: 'Reconnect' }).click()
    await status.getByText('Connecting').waitFor({ state: 'detached' })
    return (await status.textContent()) === 'Connected'
  })
  await see(/name\?/)
  await sql(
    `UPDATE participations SET status = 'Suspended' WHERE id = (SELECT participation_id FROM instances WHERE id = $1)`,
    [id]
  )
  await status.getByText('This address is no longer valid.').waitFor()
  await page.close()

  const other = await enter()
  await sql('UPDATE instance_endpoints SET port = 1, published = 1 WHERE instance_id = $1', [other.id])
  const second = await terminal(other)
  await second.dialog.getByRole('status').getByText('The service does not answer.').waitFor()
  await sql(`DELETE FROM instance_tickets`)
  await second.dialog.getByRole('button', { name: 'Reconnect' }).click()
  await second.dialog.getByRole('status').getByText('leads nowhere any more').waitFor()
})

it('stays in hand while a service floods the terminal', async () => {
  const visitor = await enter()
  const { page } = visitor
  const { dialog, see } = await terminal(visitor)
  await see(/name\?/)
  await page.keyboard.type('flood\n')
  await see(/y\ny\ny/)
  await page.keyboard.press('Control+C')
  await dialog.getByRole('status').getByText('You have hung up.').waitFor()
  await see(/You have hung up\.$/)
})

it('shows every way in as text without script', async () => {
  const { page, box, entry } = await enter({ javaScript: false })
  await box.locator('summary').click()
  const texts = await box.locator('.tunnel code').allTextContents()
  expect(texts).toEqual([
    addressOf(entry),
    `curl -fsSO ${stage.platform.url}/connect.py`,
    `python3 connect.py ${addressOf(entry)}`,
    `io = process(['python3', 'connect.py', '${addressOf(entry)}'])`
  ])
  expect(await box.getByRole('link', { name: 'WebSocketReflectorX' }).getAttribute('href')).toBe(
    `wsrx://open?url=${encodeURIComponent(addressOf(entry))}`
  )
  expect(await box.getByRole('button', { name: 'Open terminal' }).count()).toBe(0)
  await shot(page, 'no-script')
})

it('is staff as well, at the test instance of the editor', async () => {
  await instance('Admin', 'test')
  const visitor = await stage.visit({ cookie: stage.organiser.client.cookie })
  const { page, faults } = visitor
  await visitor.open(`/admin/games/${game.id}/challenges/${challenge}/container`)
  const panel = page.locator('#test')
  await panel.getByRole('button', { name: 'Open terminal' }).click()
  const { dialog, see } = await inTerminal(page)
  await see(/name\?/)
  await page.keyboard.type('staff\n')
  await see(/hello staff$/)
  await shot(page, 'editor')
  expect([await overflow(page), await violations(page)]).toEqual([[], []])
  await dialog.getByRole('button', { name: 'Close the terminal' }).click()
  await dialog.waitFor({ state: 'detached' })
  // Nothing of it is a change of the form around it.
  expect(await page.locator('.save-bar .dirty').textContent()).toBe('')
  expect(faults).toEqual([])
})
