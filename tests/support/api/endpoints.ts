import { expect } from 'vitest'
import { unzipped } from '../files/xlsx'
import type { FullGame } from '../games/full-game'
import type { Platform } from '../processes/platform'
import { until } from '../until'
import type { Client } from './client'
import { filled, routes } from './routes'

/** Replaces what differs between requests by itself: nonces, times, the time left. */
const steady = (text: string) =>
  text
    .replace(/nonce="[^"]*"/g, '')
    .replace(/nonce-[\w+/=-]+/g, '')
    .replace(/DTSTAMP:\w+/g, '')
    .replace(/\b1[789]\d{11}\b/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/g, 'TIME')
    .replace(/\b\d{1,2}:\d\d(:\d\d)?\b/g, 'CLOCK')
    // Also whole ones: how much of a game that began an hour ago has passed, on a machine that is slow.
    .replace(/\b(5\d|\d+\.\d+)%/g, 'SHARE')
    .replace(/(?<=[\d.])H\d+(\.\d+)?/g, 'H')
    .replace(/(?<=<time [^>]*>)\d+[smhd](?=<\/time>)/g, 'AGO')
    .replace(/\b(\d+ (sec|min)( ago)?|\d+[smh] ago|now)\b/g, 'AGO')
    .replace(/aria-value(max|now)="\d+"/g, 'aria-value=""')
    .replace(/\b(\d+[dhm] ?)+(?= (left|of)\b)/g, 'SPAN')
    // The axis of a chart has more times as it grows.
    .replace(/(<text[^>]*>CLOCK<\/text>)+/g, 'TICKS')

const HEADERS = ['etag', 'content-length', 'content-type', 'last-modified']
const NUMBER = /[?&]?n(=|%3D|%253D)\d+|%3Fn%3D\d+|\\u0026n=\d+/g

/** How often a differing reply is requested again: a leak stays, a late board on a busy machine does not. */
const AGAIN = 8

function parting(before: string, after: string): string {
  const at = [...before].findIndex((letter, index) => letter !== after[index])
  const around = (text: string) => text.slice(Math.max(0, at - 120), at + 120)
  return `${around(before)}\n→ ${around(after)}`
}

/** Every page and every call that reads, as `callers` get them. `more`: routes beside those of the tables. */
export class Endpoints {
  #asked = 0
  #routes: Promise<string[]> | null = null

  constructor(
    private readonly platform: Platform,
    private readonly world: FullGame,
    private readonly callers: Record<string, Client>,
    private readonly more: readonly string[] = []
  ) {}

  /** The files of a ZIP, whose bytes contain times. */
  async #unpacked(client: Client, address: string): Promise<string> {
    const answer = await fetch(this.platform.url + address, { headers: { Cookie: client.cookie ?? '' } })
    const files = [...(await unzipped(Buffer.from(await answer.arrayBuffer())))].flat().join('\n')
    // Exports of personal data and refused requests are themselves in the next export.
    return files.replace(/\{[^{}]*"(?:user_exported|access_refused)"[^{}]*\},?\s*/g, '')
  }

  /** Replies by caller and route (of `wanted`, or all). Addresses are new, so that no rendering is cached. */
  async everything(wanted?: readonly string[]): Promise<Map<string, string>> {
    const all = new Map<string, string>()
    const [first] = Object.values(this.callers)
    this.#routes ??= routes(first!)
    const listed = [...(await this.#routes), ...this.more]
    for (const [name, client] of Object.entries(this.callers))
      for (const route of listed) {
        if (wanted && !wanted.includes(`${name} ${route}`)) continue
        const address = filled(route, this.world)
        const answer = await client.call(
          'GET',
          `${address}${address.includes('?') ? '&' : '?'}n=${++this.#asked}`
        )
        const type = answer.headers.get('content-type') ?? ''
        const zip = type.startsWith('application/zip') && (await this.#unpacked(client, address))
        const body = zip || (typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
        // The lengths of pages and of packed files depend on the times in them.
        const html = zip || type.startsWith('text/html')
        // A board is packed, and holds the time when it was written.
        const isPacked = type.startsWith('application/octet-stream') || answer.headers.has('content-encoding')
        const headers = HEADERS.filter((header) => !isPacked || header !== 'content-length').map((header) =>
          html || answer.status !== 200 ? '' : answer.headers.get(header)
        )
        all.set(`${name} ${route}`, steady([answer.status, ...headers, body].join('\n')).replace(NUMBER, ''))
      }
    return all
  }

  /** Repeats each request until it gives the same reply twice; a refusal, which shows no board, is asked for once. */
  async everythingStill(): Promise<Map<string, string>> {
    await this.#settled()
    const all = await this.everything()
    let unsure = [...all].flatMap(([endpoint, text]) => (text.startsWith('200') ? [endpoint] : []))
    for (let n = 0; n < AGAIN && unsure.length > 0; n++) {
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const next = await this.everything(unsure)
      unsure = unsure.filter((endpoint) => next.get(endpoint) !== all.get(endpoint))
      for (const endpoint of unsure) all.set(endpoint, next.get(endpoint)!)
    }
    expect(unsure).toEqual([])
    return all
  }

  /** Paths whose reply differs from `before`, with the place of the first difference. */
  async changed(before: Map<string, string>): Promise<Map<string, string>> {
    let after = await this.everything()
    const differing = () => [...before].filter(([endpoint, text]) => after.get(endpoint) !== text)
    for (let n = 0; n < AGAIN && differing().length > 0; n++) {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      after = new Map([...after, ...(await this.everything(differing().map(([endpoint]) => endpoint)))])
    }
    return new Map(
      differing().map(([endpoint, text]) => [endpoint, parting(text, after.get(endpoint) ?? '')])
    )
  }

  async expectSame(before: Map<string, string>): Promise<void> {
    const changed = await this.changed(before)
    expect([...changed].map(([endpoint, text]) => `${endpoint}: ${text}`)).toEqual([])
  }

  /** Waits until scoring keeps the board; before, pages show the age of their board. */
  async #settled(): Promise<void> {
    const [first] = Object.values(this.callers)
    const page = `/games/${this.world.game.id}/Scoreboard`
    await until(async () => {
      const { body } = await first!.call('GET', `${page}?n=${++this.#asked}`)
      return typeof body === 'string' && !body.includes('class="banner warn inline"')
    })
  }
}
