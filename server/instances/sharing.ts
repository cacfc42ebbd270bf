import type { Ctx } from '~/server/accounts/contract'
import { lock } from '~/server/ledger'
import { recordEvents } from '~/server/monitoring'
import type { SharingSign } from '~/server/monitoring/contract'
import type { Database } from '~/server/platform/db'
import type { Log } from '~/server/platform/log'
import { mostOfAFamily, networkOf } from './networks'

/**
 * Networks of one family from which a ticket is used until monitors get a hint. Home, university and phone are three of
 * one player who moves about; IPv4 and IPv6 are counted apart, since programs take either.
 */
export const NETWORKS_OF_A_HINT = 4

/** A ticket as it is used. */
export interface UsedTicket {
  ticket: string
  instance: string
  kind: 'team' | 'test'
  /** Whose it is. */
  holder: string
  /** The holder is a monitor or an administrator. */
  staff: boolean
  /** From which it was used before, as networkOf() writes them. */
  networks: string[]
  /** Of what monitors have been told. */
  hinted: SharingSign[]
}

/** Notices tickets that somebody seems to have passed on, for monitors: a hint, never a verdict; play goes on as before. */
export interface Sharing {
  /** Looks at one use. What goes wrong is logged; never throws. */
  notice(ctx: Ctx, use: UsedTicket): Promise<void>
}

const isStaff = (role: string | undefined) => role === 'Admin' || role === 'Monitor'

interface Concerned {
  gameId: number
  challengeId: number
  participationId: number
  title: string
}

export function createSharing(db: Database, log: Log): Sharing {
  const concernedBy = async (instance: string): Promise<Concerned | null> => {
    const { rows } = await db.pool.query<Concerned>(
      `SELECT i.game_id AS "gameId", i.challenge_id AS "challengeId", i.participation_id AS "participationId", c.title
       FROM instances i JOIN challenges c ON c.id = i.challenge_id
       WHERE i.id = $1 AND i.game_id IS NOT NULL AND i.participation_id IS NOT NULL`,
      [instance]
    )
    return rows[0] ?? null
  }

  /** Tells monitors, unless they were told of the same sign of this ticket; `detail` as in `gameEventView`. */
  const hint = async (ctx: Ctx, use: UsedTicket, sign: SharingSign, detail: string) => {
    const concerned = await concernedBy(use.instance)
    if (!concerned) return
    const { gameId, challengeId, participationId, title } = concerned
    await db.transaction(async (sql) => {
      await lock(sql, gameId)
      const { rowCount } = await sql.query(
        'UPDATE instance_tickets SET hinted = array_append(hinted, $2) WHERE id = $1 AND NOT $2 = ANY (hinted)',
        [use.ticket, sign]
      )
      if (rowCount === 0) return
      const values = [`Entry shared? ${title}`, sign, String(challengeId), title, detail]
      await recordEvents(sql, gameId, [
        { type: 'Normal', values, at: ctx.now, userId: use.holder, participationId }
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

  /** The networks with this use's among them; those of a family that has enough are not added to. */
  const withNetwork = async ({ ticket, networks }: UsedTicket, network: string): Promise<string[]> => {
    if (networks.includes(network)) return networks
    const { rows } = await db.pool.query<{ networks: string[] }>(
      `UPDATE instance_tickets SET networks = array_append(networks, $2)
       WHERE id = $1 AND NOT $2 = ANY (networks) AND cardinality(networks) < $3 RETURNING networks`,
      [ticket, network, 2 * NETWORKS_OF_A_HINT]
    )
    return rows[0]?.networks ?? networks
  }

  const look = async (ctx: Ctx, use: UsedTicket) => {
    const { actor } = ctx
    if (use.kind !== 'team' || use.staff || isStaff(actor?.role)) return
    if (actor && actor.id !== use.holder && !use.hinted.includes('account'))
      if (!(await isOfTheTeam(actor.id, use.instance))) await hint(ctx, use, 'account', actor.userName)
    if (use.hinted.includes('networks')) return
    const network = networkOf(ctx.ip)
    const count = network === null ? 0 : mostOfAFamily(await withNetwork(use, network))
    if (count >= NETWORKS_OF_A_HINT) await hint(ctx, use, 'networks', String(count))
  }

  return {
    notice: (ctx, use) =>
      look(ctx, use).catch((error: Error) =>
        log.warn({ err: error.message, instance: use.instance }, 'sharing_not_noticed')
      )
  }
}
