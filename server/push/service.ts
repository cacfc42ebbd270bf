import { Op } from 'sequelize'
import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { bool, type Database, nullable, row, rows, text, time, uuid } from '~/server/db'
import { AppError, forbidden, notFound } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import { uuid7 } from '~/server/platform/ids'
import { hostOf, requireAllowedUrl } from '~/server/platform/network/outgoing'
import { wireTime } from '~/server/platform/time'
import { MAX_DEVICES, type PushInput, type PushView } from './contract'
import { definePushDevices } from './model'
import { isPoint } from './push-keys'
import { createProvenHosts, type SendingNeeds, sendDue } from './sending'

/** News of games on people's devices, also while no page is open (docs/rules/push.md). */
export interface Push {
  /** The caller's own devices, newest first, at most 10. @throws AppError `token.login_needed` 403 */
  view(ctx: Ctx): Promise<PushView>
  /**
   * A browser that is known to another account is taken over, without messages that wait for that one; a
   * new address of the caller's login takes the place of its old one.
   * @throws AppError `token.login_needed` 403; `push.endpoint` (field `endpoint`), `push.keys` (field `keys`), `push.limit` 400
   */
  add(ctx: Ctx, input: PushInput): Promise<{ id: string }>
  /** @throws AppError `token.login_needed` 403, `push.not_found` 404 */
  remove(ctx: Ctx, id: string): Promise<void>
  /** Sends messages that wait. What is left when `signal` fires waits on. */
  deliver(work: { translator: Translator; signal: AbortSignal }): Promise<void>
}

interface Needs extends Omit<SendingNeeds, 'proven'> {
  db: Database
  change: MakeChange
}

const DEVICE = { id: uuid, userAgent: nullable(text), current: bool, created: time }

function loginOf(ctx: Ctx) {
  const actor = requireActor(ctx)
  if (actor.token) throw forbidden('token.login_needed')
  return actor
}

export function createPush(needs: Needs): Push {
  const { db, change, keys, allowed } = needs
  const devices = definePushDevices(db.sequelize)
  const sending = { ...needs, proven: createProvenHosts() }

  const requireEndpoint = (endpoint: string) => {
    const url = new URL(endpoint)
    try {
      requireAllowedUrl(url, { inside: allowed.includes(hostOf(url)) })
    } catch {
      throw new AppError('push.endpoint', 400, { extra: { field: 'endpoint' } })
    }
  }

  return {
    async view(ctx) {
      const { id, sessionId } = loginOf(ctx)
      const found = await rows(
        db.pool,
        DEVICE,
        `SELECT d.id, s.user_agent AS "userAgent", d.session_id = $2 AS current, d.created_at AS created
         FROM push_devices d JOIN sessions s ON s.id = d.session_id WHERE d.user_id = $1 ORDER BY d.id DESC LIMIT ${MAX_DEVICES}`,
        [id, sessionId]
      )
      return {
        publicKey: keys.publicKey,
        devices: found.map(({ created, ...device }) => ({ ...device, created: wireTime(created) }))
      }
    },

    async add(ctx, { endpoint, keys: { p256dh, auth } }) {
      const { id: userId, sessionId } = loginOf(ctx)
      requireEndpoint(endpoint)
      if (!isPoint(p256dh)) throw new AppError('push.keys', 400, { extra: { field: 'keys' } })
      return change(ctx, async (tx) => {
        await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId])
        const { transaction } = tx
        const [ofOthers, elsewhere] = [{ [Op.ne]: userId }, { [Op.ne]: endpoint }]
        const replaced = [
          { endpoint, userId: ofOthers },
          { sessionId, endpoint: elsewhere }
        ]
        await devices.destroy({ where: { [Op.or]: replaced }, transaction })
        if ((await devices.count({ where: { userId, endpoint: elsewhere }, transaction })) >= MAX_DEVICES)
          throw new AppError('push.limit', 400, { params: { max: MAX_DEVICES } })
        const made = await row(
          tx,
          { id: uuid },
          `INSERT INTO push_devices (id, user_id, session_id, endpoint, p256dh, auth, locale)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
             p256dh = excluded.p256dh, auth = excluded.auth, locale = excluded.locale RETURNING id`,
          [uuid7(ctx.now), userId, sessionId, endpoint, p256dh, auth, ctx.locale]
        )
        await tx.audit({ action: 'push_device_added', target: `user:${userId}`, after: { device: made!.id } })
        return made!
      })
    },

    async remove(ctx, id) {
      const { id: userId } = loginOf(ctx)
      await change(ctx, async (tx) => {
        const gone = await devices.destroy({ where: { id, userId }, transaction: tx.transaction })
        if (gone === 0) throw notFound('push.not_found')
        await tx.audit({ action: 'push_device_removed', target: `user:${userId}`, before: { device: id } })
      })
    },

    deliver: ({ translator, signal }) => sendDue(sending, translator, signal)
  }
}
