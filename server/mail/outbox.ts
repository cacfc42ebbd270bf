import { type Database, nullable, number, oneOf, rows, type Sql, text, uuid } from '~/server/db'
import { uuid7 } from '~/server/platform/ids'
import { LOCALES } from '~/server/platform/locales'
import { MAIL_KINDS, type MailOrder } from './contract'

export interface OutboxRow extends MailOrder {
  id: string
  /** The number of attempts, with this one. */
  attempts: number
}

const ROW = {
  id: uuid,
  kind: oneOf(MAIL_KINDS),
  userId: nullable(uuid),
  address: text,
  locale: oneOf(LOCALES),
  ticketId: nullable(number),
  caseNewsId: nullable(number),
  staffInvitationId: nullable(number),
  attempts: number
}

const BATCH = 5
/** Seconds before a dead process's row is due again. */
const LEASE_SECONDS = 120
/** About a day. */
const MAX_ATTEMPTS = 150

/** Seconds: 5, 10, 20 … 600. */
const delayAfter = (attempts: number) => Math.min(5 * 2 ** Math.min(attempts - 1, 10), 600)

/** Puts mails into the outbox; they leave after the commit. */
export async function queueMails(sql: Sql, orders: readonly MailOrder[]): Promise<void> {
  await sql.query(
    `INSERT INTO mail_outbox (id, kind, user_id, address, locale, ticket_id, case_news_id, staff_invitation_id)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::int[], $8::int[])`,
    [
      orders.map(() => uuid7(new Date())),
      orders.map(({ kind }) => kind),
      orders.map(({ userId }) => userId),
      orders.map(({ address }) => address),
      orders.map(({ locale }) => locale),
      orders.map(({ ticketId }) => ticketId ?? null),
      orders.map(({ caseNewsId }) => caseNewsId ?? null),
      orders.map(({ staffInvitationId }) => staffInvitationId ?? null)
    ]
  )
}

/** Claims due mails for the time of a lease, oldest first; mails to many receivers come last. */
export async function claimMails({ pool }: Database): Promise<OutboxRow[]> {
  return rows(
    pool,
    ROW,
    `UPDATE mail_outbox o SET attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
     FROM (SELECT id FROM mail_outbox WHERE failed_at IS NULL AND due_at <= now()
           ORDER BY kind IN ('invited', 'message', 'case_team', 'case_staff', 'staff_invited'), due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED) due
     WHERE o.id = due.id
     RETURNING o.id, o.kind, o.user_id AS "userId", o.address, o.locale,
       o.ticket_id AS "ticketId", o.case_news_id AS "caseNewsId",
       o.staff_invitation_id AS "staffInvitationId", o.attempts`,
    [BATCH, LEASE_SECONDS]
  )
}

export async function deleteSentMail({ pool }: Database, id: string): Promise<void> {
  await pool.query('DELETE FROM mail_outbox WHERE id = $1', [id])
}

/** Schedules another attempt or gives up; returns whether it gave up. */
export async function retryOrDropMail(
  { pool }: Database,
  { id, attempts }: OutboxRow,
  error: { text: string; final: boolean }
): Promise<boolean> {
  const givenUp = error.final || attempts >= MAX_ATTEMPTS
  await pool.query(
    `UPDATE mail_outbox SET error = $2, due_at = now() + make_interval(secs => $3),
       failed_at = CASE WHEN $4 THEN now() END
     WHERE id = $1`,
    [id, error.text.slice(0, 500), delayAfter(attempts), givenUp]
  )
  return givenUp
}

/** Deletes mails that were given up 30 days ago. */
export async function purgeMails({ pool }: Database): Promise<void> {
  await pool.query(`DELETE FROM mail_outbox WHERE failed_at < now() - interval '30 days'`)
}
