import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createI18n } from '~/server/platform/i18n'
import type { WebhookInput } from '~/server/webhooks/contract'
import { type Domain, openDomain } from '../domain'

export interface Got {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Webhooks and a receiver with scripted replies, for all tests of a file. */
export function openWebhooksSuite() {
  let domain: Domain
  let server: Server
  let origin: string
  const translator = createI18n()
  /** Requests, and the next reply: a status, a redirect, or none at all. */
  let got: Got[] = []
  let reply: (got: Got) => { status: number; location?: string; body?: string } | null

  beforeAll(async () => {
    server = createServer((req, res) => {
      let body = ''
      req.on('data', (part) => {
        body += part
      })
      req.on('end', () => {
        const one = { path: req.url ?? '', headers: req.headers, body }
        got.push(one)
        const answer = reply(one)
        if (!answer) return
        res
          .writeHead(answer.status, answer.location ? { Location: answer.location } : {})
          .end(answer.body ?? 'ok')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    domain = await openDomain({ WEBHOOK_PRIVATE_HOSTS: ['127.0.0.1'] })
  })
  afterAll(async () => {
    await domain.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  beforeEach(async () => {
    got = []
    reply = () => ({ status: 204 })
    await sql('DELETE FROM webhooks')
  })

  const sql = async (text: string, ...values: unknown[]) =>
    (await domain.stores.db.pool.query(text, values)).rows
  const hooks = () => domain.services.webhooks
  const input = (change: Partial<WebhookInput> = {}): WebhookInput => ({
    ...{ name: 'Room', format: 'Standard', locale: 'en-US', events: ['notice', 'first_blood', 'solve'] },
    ...{ url: `${origin}/in`, ...change }
  })
  const add = (game: number, change?: Partial<WebhookInput>) =>
    hooks().create(domain.admin, game, input(change))
  const deliver = () => hooks().deliver({ translator, signal: AbortSignal.timeout(30_000) })
  const publish = (game: number, content = 'Lunch') =>
    domain.services.notices.publish(domain.admin, game, { content })
  const log = async (game: number, id: string) =>
    (await hooks().deliveries(domain.admin, game, id, { count: 50, skip: 0 })).data
  const dueNow = () => sql(`UPDATE webhook_deliveries SET due_at = now() WHERE state = 'Pending'`)
  const blood = (game: number, team: string, challenge: string) =>
    sql(
      `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'FirstBlood', $2, now())`,
      game,
      [team, challenge]
    )

  return {
    translator,
    sql,
    hooks,
    input,
    add,
    deliver,
    publish,
    log,
    dueNow,
    blood,
    get domain() {
      return domain
    },
    get origin() {
      return origin
    },
    get got() {
      return got
    },
    set got(value) {
      got = value
    },
    get reply() {
      return reply
    },
    set reply(value) {
      reply = value
    }
  }
}
