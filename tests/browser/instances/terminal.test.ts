import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { overflow, PHONE, type VisitorOptions, violations } from '../../support/browser/browser'
import { inTerminal, openTerminalSuite, shot, terminal } from '../../support/browser/terminal-suite'
import { until } from '../../support/until'

const stage = openTerminalSuite()
const { addressOf, enter, instance, sql } = stage

const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})

it('the terminal talks to the service, with lines that can be edited and repeated', async () => {
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
  // The policy permits the service's colours.
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

  await dialog.getByRole('button', { name: 'Close terminal' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open terminal')
  expect(faults).toEqual([])
  await box.getByRole('button', { name: 'Stop' }).waitFor()
})

it('several pasted lines are sent, and Ctrl+C disconnects and connects again', async () => {
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
  await dialog.getByRole('status').getByText('You closed the connection.').waitFor()
  await see(/hello bob\nYou closed the connection\.$/)
  await dialog.getByRole('button', { name: 'Reconnect' }).click()
  await see(/closed the connection\.\nname\?$/)
  await page.keyboard.type('again\n')
  await see(/hello again$/)
  await page.keyboard.type('bye\n')
  await dialog.getByRole('status').getByText('The service closed the connection.').waitFor()
  await see(/farewell\nThe service closed the connection\.$/)
})

it('the terminal is no trap for the keyboard, and one key too many does not close it', async () => {
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
  // Every key goes to the service, except a second Escape.
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Terminal: type here')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await focused()).toBe('Close terminal')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  expect(await dialog.getByRole('status').textContent()).toBe('Connected')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(visitor.where()).toContain('/Challenges')
})

it('every key is sent at once on request', async () => {
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
  'the terminal works %s, also when the instance ends',
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
    await dialog.getByRole('button', { name: 'Close terminal' }).press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open terminal')
    expect(faults).toEqual([])
  },
  120_000
)

it('the terminal reports an ended ticket, too many connections, and an unreachable service', async () => {
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
  await second.dialog.getByRole('status').getByText('The service is not responding.').waitFor()
  await sql(`DELETE FROM instance_tickets`)
  await second.dialog.getByRole('button', { name: 'Reconnect' }).click()
  await second.dialog.getByRole('status').getByText('no longer exists').waitFor()
})

it('the terminal stays usable while a service floods it', async () => {
  const visitor = await enter()
  const { page } = visitor
  const { dialog, see } = await terminal(visitor)
  await see(/name\?/)
  await page.keyboard.type('flood\n')
  await see(/y\ny\ny/)
  await page.keyboard.press('Control+C')
  await dialog.getByRole('status').getByText('You closed the connection.').waitFor()
  await see(/You closed the connection\.$/)
})

it('every address is shown as text without script', async () => {
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

it('staff have a terminal at the test instance of the editor as well', async () => {
  await instance('Admin', 'test')
  const visitor = await stage.visit({ cookie: stage.organiser.client.cookie })
  const { page, faults } = visitor
  await visitor.open(`/admin/games/${stage.game.id}/challenges/${stage.challenge}/container`)
  const panel = page.locator('#test')
  await panel.getByRole('button', { name: 'Open terminal' }).click()
  const { dialog, see } = await inTerminal(page)
  await see(/name\?/)
  await page.keyboard.type('staff\n')
  await see(/hello staff$/)
  await shot(page, 'editor')
  expect([await overflow(page), await violations(page)]).toEqual([[], []])
  await dialog.getByRole('button', { name: 'Close terminal' }).click()
  await dialog.waitFor({ state: 'detached' })
  // Typing in the terminal is no change of the form around it.
  expect(await page.locator('.save-bar .dirty').textContent()).toBe('')
  // There is no engine to read the instance's log from.
  expect(faults.filter((fault) => !/503 .*\/logs$/.test(fault))).toEqual([])
})
