import { fn } from 'sequelize'
import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { type Database, row, text } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { AppError, notFound } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import { uuid7 } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import { wireTime } from '~/server/platform/time'
import type { Plugins } from '~/server/plugins'
import { collectMessages } from './collecting'
import { MAX_WEBHOOKS, WEBHOOK_EVENTS, type WebhookEvent } from './constants'
import type {
  WebhookChange,
  WebhookDeliveryView,
  WebhookInput,
  WebhookResult,
  WebhookSecret,
  WebhookView
} from './contract'
import { STATES } from './game-states'
import { defineWebhookDeliveries, defineWebhooks, type Webhook, type WebhookDelivery } from './model'
import { type Inside, isWebhookAddress } from './posting'
import { sampleOf } from './samples'
import { createSending, SECRET_PURPOSE, SENDER, SENDER_COLUMNS, TARGET_PURPOSE } from './sending'
import { createWebhookSecret } from './signing'

/** Administrators only (docs/rules/webhooks.md). */
export interface Webhooks {
  /** Oldest first, at most 20. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number): Promise<WebhookView[]>
  /**
   * The only reply with the secret. @throws `game.not_found` 404, `webhook.address` (field `url`), `webhook.limit` 400
   */
  create(ctx: Ctx, gameId: number, input: WebhookInput): Promise<WebhookSecret>
  /** Turned on again, it sends only new events. @throws AppError `webhook.not_found` 404 */
  update(ctx: Ctx, gameId: number, id: string, input: WebhookChange): Promise<WebhookView>
  /** Deletes pending messages too. @throws AppError `webhook.not_found` 404 */
  remove(ctx: Ctx, gameId: number, id: string): Promise<void>
  /** Signs with the old secret too for a day. @throws AppError `webhook.not_found` 404 */
  rotate(ctx: Ctx, gameId: number, id: string): Promise<WebhookSecret>
  /**
   * Sends a sample of a kind at once, marked as a test, even when the webhook is off or does not ask for that kind; null: the
   * event `test`, which tells nothing else. @throws AppError `webhook.not_found` 404
   */
  test(
    ctx: Ctx,
    gameId: number,
    id: string,
    event: WebhookEvent | null,
    translator: Translator
  ): Promise<WebhookResult>
  /** Newest first. @throws AppError `webhook.not_found` 404 */
  deliveries(
    ctx: Ctx,
    gameId: number,
    id: string,
    page: { count: number; skip: number }
  ): Promise<{ data: WebhookDeliveryView[]; length: number; total: number }>
  /** Under the same id. @throws `webhook.not_found`, `.delivery_not_found` 404, `webhook.delivery_pending` 400 */
  replay(ctx: Ctx, gameId: number, id: string, deliveryId: string): Promise<void>
  /** Sends deliveries that are due. What is left when `signal` fires stays due. */
  deliver(work: { translator: Translator; signal: AbortSignal }): Promise<void>
  /** Deletes deliveries that are older than `RETENTION_DAYS`. */
  purge(): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  secretBox: SecretBox
  log: Log
  inside: Inside
  plugins: Pick<Plugins, 'names' | 'notify'>
}

const view = (hook: Webhook): WebhookView => ({
  ...{ id: hook.id, name: hook.name, format: hook.format, locale: hook.locale },
  ...{ host: hook.host, enabled: hook.enabled, ended: hook.ended },
  events: WEBHOOK_EVENTS.filter((event) => hook.events.includes(event)),
  failingSince: hook.failingSince && wireTime(hook.failingSince),
  createdAt: wireTime(hook.createdAt)
})

const deliveryView = (one: WebhookDelivery): WebhookDeliveryView => ({
  ...{ id: one.id, event: one.event, payload: one.payload, state: one.state, attempts: one.attempts },
  ...{ status: one.status, answer: one.answer, error: one.error },
  createdAt: wireTime(one.createdAt),
  dueAt: one.state === 'Pending' ? wireTime(one.dueAt) : null,
  triedAt: one.triedAt && wireTime(one.triedAt)
})

/** The ends of a game's notices, ledger and tickets, and its states: what is behind them is not sent. */
const NOW_COLUMNS = `(SELECT coalesce(max(id), 0) FROM notices WHERE game_id = $2),
  (SELECT coalesce(max(seq), 0) FROM score_events WHERE game_id = $2),
  (SELECT coalesce(max(id), 0) FROM tickets WHERE game_id = $2),
  (SELECT ${STATES} FROM games g WHERE g.id = $2)`

const OLD_SECRET_HOURS = 24
const RETENTION_DAYS = 30
const TELEGRAM = 'https://api.telegram.org'

export function createWebhooks({ db, change, games, secretBox, log, inside, plugins }: Needs): Webhooks {
  const webhooks = defineWebhooks(db.sequelize)
  const sent = defineWebhookDeliveries(db.sequelize)
  const sending = createSending({ db, secretBox, log, inside, plugins })
  const seal = (plain: string, purpose: string) => secretBox.seal(Buffer.from(plain), purpose)
  const targetOf = (gameId: number) => `game:${gameId}`

  /** Where it sends to, as it is shown. @throws AppError `webhook.address`, `webhook.plugin` with the field */
  const hostFor = ({ format, url, plugin }: WebhookInput): string => {
    if (format === 'Plugin') {
      if (plugins.names('notification').includes(plugin!)) return plugin!
      throw new AppError('webhook.plugin', 400, { extra: { field: 'plugin' } })
    }
    const address = new URL(format === 'Telegram' ? TELEGRAM : url!)
    if (isWebhookAddress(address, inside)) return address.host
    throw new AppError('webhook.address', 400, { extra: { field: 'url' } })
  }

  const requireHook = async (ctx: Ctx, gameId: number, id: string) => {
    requireInGame(ctx, gameId, 'webhooks')
    const found = await row(
      db.pool,
      SENDER,
      `SELECT ${SENDER_COLUMNS} FROM webhooks w WHERE w.game_id = $1 AND w.id = $2`,
      [gameId, id]
    )
    if (!found) throw notFound('webhook.not_found')
    return found
  }

  return {
    async list(ctx, gameId) {
      requireInGame(ctx, gameId, 'webhooks')
      await games.info(gameId)
      const found = await webhooks.findAll({ where: { gameId }, order: ['id'], limit: MAX_WEBHOOKS })
      return found.map(view)
    },

    async create(ctx, gameId, input) {
      requireInGame(ctx, gameId, 'webhooks')
      await games.info(gameId)
      const { name, events, locale, format, url = null, token = null, room = null, plugin = null } = input
      const host = hostFor(input)
      const secret = createWebhookSecret()
      const id = uuid7(ctx.now)
      await change(ctx, { ledger: gameId }, async (tx) => {
        if ((await webhooks.count({ where: { gameId }, transaction: tx.transaction })) >= MAX_WEBHOOKS)
          throw new AppError('webhook.limit', 400, { params: { most: MAX_WEBHOOKS } })
        const target = seal(JSON.stringify({ url, token, room, plugin }), TARGET_PURPOSE)
        await tx.query(
          `INSERT INTO webhooks (id, game_id, name, format, locale, events, host, target, secret, notice_id, ledger_seq,
             ticket_id, states)
           SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, ${NOW_COLUMNS}`,
          [id, gameId, name, format, locale, events, host, target, seal(secret, SECRET_PURPOSE)]
        )
        const after = { id, name, format, locale, events, host }
        await tx.audit({ action: 'webhook_created', target: targetOf(gameId), after })
      })
      return { id, secret }
    },

    async update(ctx, gameId, id, { name, events, locale, enabled }) {
      requireInGame(ctx, gameId, 'webhooks')
      return change(ctx, { ledger: gameId }, async (tx) => {
        const { transaction } = tx
        const lock = transaction.LOCK.UPDATE
        const rejectOnEmpty = notFound('webhook.not_found')
        const hook = await webhooks.findOne({ where: { id, gameId }, transaction, lock, rejectOnEmpty })
        const before = view(hook)
        const again = enabled && !before.enabled
        if (again) {
          await tx.query(
            `UPDATE webhooks SET (notice_id, ledger_seq, ticket_id, states) = (SELECT ${NOW_COLUMNS}) WHERE id = $1`,
            [id, gameId]
          )
          const left = { where: { webhookId: id, state: 'Pending' as const }, transaction }
          await sent.update({ state: 'Failed' }, left)
        }
        const fresh = again ? { ended: null, failingSince: null } : {}
        const after = view(await hook.update({ name, events, locale, enabled, ...fresh }, { transaction }))
        await tx.audit({ action: 'webhook_updated', target: targetOf(gameId), before, after })
        return after
      })
    },

    async remove(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'webhooks')
      await change(ctx, async (tx) => {
        const removed = await row(
          tx,
          { name: text },
          'DELETE FROM webhooks WHERE game_id = $1 AND id = $2 RETURNING name',
          [gameId, id]
        )
        if (!removed) throw notFound('webhook.not_found')
        const before = { id, name: removed.name }
        await tx.audit({ action: 'webhook_deleted', target: targetOf(gameId), before })
      })
    },

    async rotate(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'webhooks')
      const secret = createWebhookSecret()
      await change(ctx, async (tx) => {
        const found = await row(
          tx,
          { name: text },
          `UPDATE webhooks SET old_secret = secret, old_secret_until = now() + make_interval(hours => $4), secret = $3
           WHERE game_id = $1 AND id = $2 RETURNING name`,
          [gameId, id, seal(secret, SECRET_PURPOSE), OLD_SECRET_HOURS]
        )
        if (!found) throw notFound('webhook.not_found')
        const after = { id, name: found.name }
        await tx.audit({ action: 'webhook_secret_replaced', target: targetOf(gameId), after })
      })
      return { id, secret }
    },

    async test(ctx, gameId, id, event, translator) {
      const hook = await requireHook(ctx, gameId, id)
      const { title } = await games.info(gameId)
      const game = { id: gameId, title }
      const plain = { type: 'test' as const, timestamp: wireTime(ctx.now), data: { game } }
      const payload = event ? sampleOf(event, ctx.now, game) : plain
      return sending.send(uuid7(ctx.now), hook, payload, translator)
    },

    async deliveries(ctx, gameId, id, { count, skip }) {
      await requireHook(ctx, gameId, id)
      const where = { webhookId: id }
      const data = await sent.findAll({ where, order: [['id', 'DESC']], limit: count, offset: skip })
      const total = await sent.count({ where })
      return { data: data.map(deliveryView), length: data.length, total }
    },

    async replay(ctx, gameId, id, deliveryId) {
      await requireHook(ctx, gameId, id)
      await change(ctx, async (tx) => {
        const { transaction } = tx
        const delivery = await sent.findOne({
          where: { id: deliveryId, webhookId: id },
          transaction,
          lock: transaction.LOCK.UPDATE,
          rejectOnEmpty: notFound('webhook.delivery_not_found')
        })
        if (delivery.state === 'Pending') throw new AppError('webhook.delivery_pending')
        await delivery.update({ state: 'Pending', attempts: 0, dueAt: fn('now') }, { transaction })
        const after = { id, delivery: deliveryId }
        await tx.audit({ action: 'webhook_replayed', target: targetOf(gameId), after })
      })
    },

    deliver: ({ translator, signal }) => sending.drain(translator, signal, () => collectMessages(db)),

    async purge() {
      await db.pool.query(
        'DELETE FROM webhook_deliveries WHERE created_at < now() - make_interval(days => $1)',
        [RETENTION_DAYS]
      )
    }
  }
}
