import type { Sql } from '~/server/db'

/** Stores with a notice that devices are told of it. The caller inserts the notice in the same transaction. */
export async function pushNotice(sql: Sql, noticeId: number): Promise<void> {
  await sql.query('INSERT INTO push_messages (notice_id) VALUES ($1)', [noticeId])
}

/** The same for messages of the organisers in tickets. */
export async function pushTicketMessages(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.query('INSERT INTO push_messages (ticket_message_id) SELECT unnest($1::int[])', [ids])
}

/** The same for news of cases, of which each has one receiver. */
export async function pushCaseNews(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.query('INSERT INTO push_messages (case_news_id) SELECT unnest($1::int[])', [ids])
}

/** The same for news of corrections, of which each has one team. */
export async function pushCorrectionNews(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.query('INSERT INTO push_messages (correction_news_id) SELECT unnest($1::int[])', [ids])
}

/** The same for a ticket that somebody of the staff gave to another. */
export async function pushGivenTicket(sql: Sql, ticketId: number, userId: string): Promise<void> {
  await sql.query('INSERT INTO push_messages (given_ticket_id, given_to) VALUES ($1, $2)', [ticketId, userId])
}
