import { CASE_NEWS } from '~/server/cases/constants'
import { bool, json, nullable, number, oneOf, rows, type Sql, text, texts, uuid } from '~/server/db'
import { NOTICE_TYPES, noticeChange } from '~/server/notices/contract'
import { LOCALES } from '~/server/platform/locales'

/** Minutes after which news is no news. */
export const NEWS_MINUTES = 15
/** Seconds before a dead process's delivery is due again; longer than the timeout of one. */
const LEASE_SECONDS = 60
const MAX_MESSAGES = 100

/**
 * Finds the receivers of new messages: accepted players of the game, for a ticket or a correction those of its team that are still
 * members of it, whom news of a case are for, and who was given a ticket, on devices whose login has not ended.
 * One statement, so that of several processes one writes each delivery.
 */
export async function findReceivers(sql: Sql): Promise<void> {
  await sql.query({
    name: 'push_receivers',
    text: `WITH taken AS (
       UPDATE push_messages SET fresh = false WHERE id IN (
         SELECT id FROM push_messages WHERE fresh ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, notice_id, ticket_message_id, case_news_id, correction_news_id, given_ticket_id, given_to,
         created_at),
     news AS (
       SELECT t.id, n.game_id, NULL::int AS participation_id FROM taken t JOIN notices n ON n.id = t.notice_id
       WHERE t.created_at > now() - make_interval(mins => $2)
       UNION ALL
       SELECT t.id, k.game_id, k.participation_id FROM taken t JOIN ticket_messages m ON m.id = t.ticket_message_id
         JOIN tickets k ON k.id = m.ticket_id
       WHERE t.created_at > now() - make_interval(mins => $2)
       UNION ALL
       SELECT t.id, c.game_id, n.participation_id FROM taken t JOIN correction_news n ON n.id = t.correction_news_id
         JOIN corrections c ON c.id = n.correction_id
       WHERE t.created_at > now() - make_interval(mins => $2)),
     receiver AS (
       SELECT news.id, r.user_id FROM news JOIN registrations r ON r.game_id = news.game_id
         JOIN participations p ON p.id = r.participation_id
       WHERE news.participation_id IS NULL AND p.status = 'Accepted'
         OR news.participation_id = p.id AND EXISTS (
           SELECT FROM team_members m WHERE m.team_id = p.team_id AND m.user_id = r.user_id)
       UNION ALL
       SELECT t.id, c.user_id FROM taken t JOIN case_news c ON c.id = t.case_news_id
       WHERE t.created_at > now() - make_interval(mins => $2)
       UNION ALL
       -- Not when it was given to another or released meanwhile.
       SELECT t.id, k.owner_id FROM taken t JOIN tickets k ON k.id = t.given_ticket_id AND k.owner_id = t.given_to
       WHERE t.created_at > now() - make_interval(mins => $2))
     INSERT INTO push_deliveries (message_id, device_id)
     SELECT r.id, d.id
     FROM receiver r JOIN users u ON u.id = r.user_id
       JOIN push_devices d ON d.user_id = r.user_id
       JOIN sessions s ON s.id = d.session_id AND s.expires_at > now()
     WHERE u.role <> 'Banned'
     -- A device that ends meanwhile is left out, in place of failing the statement.
     FOR KEY SHARE OF d`,
    values: [MAX_MESSAGES, NEWS_MINUTES]
  })
}

const CLAIMED = {
  ...{ messageId: number, deviceId: uuid, attempts: number, gameId: number, game: text },
  ...{
    endpoint: text,
    p256dh: text,
    auth: text,
    locale: oneOf(LOCALES),
    ticket: nullable(text),
    ticketId: nullable(number),
    given: bool,
    caseNews: nullable(oneOf(CASE_NEWS)),
    caseNumber: nullable(number),
    corrected: nullable(number),
    listed: bool
  },
  ...{ type: nullable(oneOf(NOTICE_TYPES)), values: nullable(texts), change: nullable(json(noticeChange)) }
}

/**
 * Claims due deliveries for a minute, first attempts before others. Only the oldest message of each device is claimed, so that
 * news arrives in order and a service that does not answer delays one message for each. Users who were excluded or logged out
 * since get none.
 * @param hosts `among`: those of the hosts in `proven` alone (with their ports), else those of all others
 */
export async function claimDeliveries(sql: Sql, most: number, hosts: { proven: string[]; among: boolean }) {
  return rows(sql, CLAIMED, {
    name: 'push_claim',
    text: `UPDATE push_deliveries d SET due_at = now() + make_interval(secs => $2), attempts = d.attempts + 1
     FROM push_messages m
       LEFT JOIN notices n ON n.id = m.notice_id
       LEFT JOIN ticket_messages q ON q.id = m.ticket_message_id
       LEFT JOIN tickets k ON k.id = coalesce(q.ticket_id, m.given_ticket_id)
       LEFT JOIN case_news w ON w.id = m.case_news_id
       LEFT JOIN cases c ON c.id = w.case_id
       LEFT JOIN correction_news x ON x.id = m.correction_news_id
       LEFT JOIN corrections y ON y.id = x.correction_id
       JOIN games g ON g.id = coalesce(n.game_id, k.game_id, c.game_id, y.game_id),
       push_devices e
     WHERE m.id = d.message_id AND e.id = d.device_id
       AND (d.message_id, d.device_id) IN (
         SELECT w.message_id, w.device_id FROM push_deliveries w JOIN push_messages f ON f.id = w.message_id
           JOIN push_devices v ON v.id = w.device_id
           JOIN sessions s ON s.id = v.session_id AND s.expires_at > now()
           JOIN users u ON u.id = v.user_id AND u.role <> 'Banned'
         WHERE w.due_at <= now() AND f.created_at > now() - make_interval(mins => $3)
           AND (split_part(v.endpoint, '/', 3) = ANY ($4::text[])) = $5
           AND NOT EXISTS (
             SELECT FROM push_deliveries b WHERE b.device_id = w.device_id AND b.message_id < w.message_id)
         ORDER BY w.attempts, w.due_at LIMIT $1 FOR UPDATE OF w SKIP LOCKED)
     RETURNING d.message_id AS "messageId", d.device_id AS "deviceId", d.attempts, g.id AS "gameId", g.title AS game,
       e.endpoint, e.p256dh, e.auth, e.locale, k.title AS ticket, k.id AS "ticketId",
       m.given_to IS NOT NULL AS given,
       w.kind AS "caseNews", c.number AS "caseNumber", x.points AS corrected,
       g.corrections_public AS listed, n.type, n."values", n.change`,
    values: [most, LEASE_SECONDS, NEWS_MINUTES, hosts.proven, hosts.among]
  })
}
export type Claimed = Awaited<ReturnType<typeof claimDeliveries>>[number]

/** Removes messages that are no news any more, with their deliveries. */
export async function dropOld(sql: Sql): Promise<void> {
  await sql.query({
    name: 'push_drop_old',
    text: 'DELETE FROM push_messages WHERE created_at <= now() - make_interval(mins => $1)',
    values: [NEWS_MINUTES]
  })
}
