import type { Ctx } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { type Database, number, row, text, texts } from '~/server/db'
import { recordEvents } from '~/server/monitoring'
import type { SharingSign } from '~/server/monitoring/contract'
import type { Log } from '~/server/platform/log'
import type { InstanceKind } from '../states'
import { mostOfAFamily, networkOf } from './networks'

/**
 * Networks of one family from which a ticket is used until monitors get a hint. One player may use three: home,
 * university, phone. IPv4 and IPv6 are counted apart, since programs take either.
 */
const NETWORKS_OF_A_HINT = 4

export interface UsedTicket {
  ticket: string
  instance: string
  kind: InstanceKind
  /** Whose it is. */
  holder: string
  /** The holder is a monitor or an administrator. */
  staff: boolean
  /** Networks from which it was used before, as networkOf() writes them. */
  networks: string[]
  /** Signs (SharingSign) of which monitors have a hint. */
  hinted: string[]
}

/** Detects tickets that players seem to pass on. Monitors get a hint, never a verdict, and play goes on as before. */
export interface TicketSharing {
  /** Checks one use. Errors are logged; never throws. */
  detect(ctx: Ctx, use: UsedTicket): Promise<void>
}

const isStaff = (role: string | undefined) => role === 'Admin' || role === 'Monitor'

const PLACE = { gameId: number, challengeId: number, participationId: number, title: text }
const NETWORKS = { networks: texts }

const OWN = { participationId: number }
const OWN_TEAM =
  'SELECT participation_id AS "participationId" FROM registrations WHERE game_id = $1 AND user_id = $2'

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

export function createTicketSharing({ db, change, log }: Needs): TicketSharing {
  /** Whose instance of which challenge it is; undefined when one of them is gone. */
  const placeOf = (instance: string) =>
    row(
      db.pool,
      PLACE,
      `SELECT i.game_id AS "gameId", i.challenge_id AS "challengeId", i.participation_id AS "participationId", c.title
       FROM instances i JOIN challenges c ON c.id = i.challenge_id
       WHERE i.id = $1 AND i.game_id IS NOT NULL AND i.participation_id IS NOT NULL`,
      [instance]
    )

  /** Gives monitors a hint, once for each sign of a ticket; `detail` as in `gameEventView`, `account`: who used it. */
  const hint = async (ctx: Ctx, use: UsedTicket, sign: SharingSign, detail: string, account?: string) => {
    const place = await placeOf(use.instance)
    if (!place) return
    const { gameId, challengeId, participationId, title } = place
    await change(ctx, { ledger: gameId }, async (tx) => {
      const { rowCount } = await tx.query(
        'UPDATE instance_tickets SET hinted = array_append(hinted, $2) WHERE id = $1 AND NOT $2 = ANY (hinted)',
        [use.ticket, sign]
      )
      if (rowCount === 0) return
      const values = [`Entry shared? ${title}`, sign, String(challengeId), title, detail]
      const own = account && (await row(tx, OWN, OWN_TEAM, [gameId, account]))
      if (own) values.push(String(own.participationId))
      await recordEvents(tx, gameId, [
        { type: 'Normal', values, at: ctx.now, userId: use.holder, participationId, ip: ctx.ip }
      ])
    })
  }

  const isOfTheTeam = async (user: string, instance: string) => {
    const { rowCount } = await db.pool.query(
      `SELECT FROM instances i JOIN registrations r ON r.participation_id = i.participation_id
       WHERE i.id = $1 AND r.user_id = $2`,
      [instance, user]
    )
    return rowCount === 1
  }

  /** Stores the network of this use, up to a limit. Returns all networks. */
  const withNetwork = async ({ ticket, networks }: UsedTicket, network: string): Promise<string[]> => {
    if (networks.includes(network)) return networks
    const stored = await row(
      db.pool,
      NETWORKS,
      `UPDATE instance_tickets SET networks = array_append(networks, $2)
       WHERE id = $1 AND NOT $2 = ANY (networks) AND cardinality(networks) < $3 RETURNING networks`,
      [ticket, network, 2 * NETWORKS_OF_A_HINT]
    )
    return stored?.networks ?? networks
  }

  const check = async (ctx: Ctx, use: UsedTicket) => {
    const { actor } = ctx
    if (use.kind !== 'team' || use.staff || isStaff(actor?.role)) return
    if (actor && actor.id !== use.holder && !use.hinted.includes('account'))
      if (!(await isOfTheTeam(actor.id, use.instance)))
        await hint(ctx, use, 'account', actor.userName, actor.id)
    if (use.hinted.includes('networks')) return
    const network = networkOf(ctx.ip)
    const count = network === null ? 0 : mostOfAFamily(await withNetwork(use, network))
    if (count >= NETWORKS_OF_A_HINT) await hint(ctx, use, 'networks', String(count))
  }

  return {
    detect: (ctx, use) =>
      check(ctx, use).catch((error: Error) =>
        log.warn({ err: error.message, instance: use.instance }, 'sharing_not_noticed')
      )
  }
}
