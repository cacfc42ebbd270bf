import { type GameAction, rolesFor } from '~/server/access/constants'
import { callerUserId } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { type Database, number, oneOf, row, rows, text, uuid } from '~/server/db'
import type { Mail } from '~/server/mail'
import type { MailMessage, MailOrder } from '~/server/mail/contract'
import { pushCaseNews } from '~/server/push'
import { CASE_NEWS, type CaseNews, newsPath } from './constants'

/** Most receivers of one piece of news. */
const MAX_RECEIVERS = 200

/** Players of the teams $1, in any status: a suspended team may appeal. */
const OF_TEAMS = `SELECT DISTINCT r.user_id AS id FROM registrations r JOIN participations p ON p.id = r.participation_id
  JOIN team_members m ON m.team_id = p.team_id AND m.user_id = r.user_id WHERE r.participation_id = ANY ($1::int[])`

/** SQL: users with one of the roles $3 in game $1 or assigned to case $2; administrators if there are none. */
const OF_STAFF = `
  WITH staff AS (
    SELECT s.user_id FROM game_staff s WHERE s.game_id = $1 AND s.role = ANY ($3::text[])
    UNION SELECT assigned_to FROM cases WHERE id = $2 AND assigned_to IS NOT NULL)
  SELECT user_id AS id FROM staff
  UNION ALL SELECT id FROM users WHERE role = 'Admin' AND NOT EXISTS (SELECT FROM staff)`

const TOLD = { id: number, userId: uuid, email: text }

/** $1 receivers, $2 case, $3 kind, $4 time, $5 who did it and need not be told. */
const TELL = `
  WITH told AS (
    INSERT INTO case_news (case_id, user_id, kind, at)
    SELECT $2, u.id, $3, $4 FROM users u WHERE u.id = ANY ($1::uuid[]) AND u.active AND u.role <> 'Banned'
      AND u.rehearsal IS NULL AND u.id IS DISTINCT FROM $5::uuid ORDER BY u.id LIMIT ${MAX_RECEIVERS}
    RETURNING id, user_id)
  SELECT told.id, u.id AS "userId", u.email FROM told JOIN users u ON u.id = told.user_id ORDER BY told.id`

/** Stores in the transaction that devices and mails tell of it (docs/rules/cases.md#news). */
async function send(
  mail: Mail,
  tx: Change,
  kind: CaseNews,
  caseId: number,
  receivers: { text: string; values: unknown[] }
): Promise<void> {
  const { ctx } = tx
  const found = await rows(tx, { id: uuid }, receivers.text, receivers.values)
  const ids = found.map(({ id }) => id)
  const told = await rows(tx, TOLD, TELL, [ids, caseId, kind, ctx.now, callerUserId(ctx)])
  if (told.length === 0) return
  await pushCaseNews(
    tx,
    told.map(({ id }) => id)
  )
  if (!mail.configured) return
  const staff = kind === 'opened' || kind === 'appealed'
  await mail.orderAll(
    tx,
    told.map(
      ({ id, userId, email }): MailOrder => ({
        kind: staff ? 'case_staff' : 'case_team',
        ...{ userId, address: email, locale: ctx.locale, caseNewsId: id }
      })
    )
  )
}

/** Tells the players of teams. */
export const notifyTeamsOfCase = (
  mail: Mail,
  tx: Change,
  kind: 'decided' | 'undone' | 'answered',
  caseId: number,
  participationIds: readonly number[]
) => send(mail, tx, kind, caseId, { text: OF_TEAMS, values: [participationIds] })

const ACTIONS = { opened: 'cases', appealed: 'decisions' } as const satisfies Record<string, GameAction>

/** Tells the staff who may act on the case. */
export const notifyStaffOfCase = (
  mail: Mail,
  tx: Change,
  kind: 'opened' | 'appealed',
  caseId: number,
  gameId: number
) => send(mail, tx, kind, caseId, { text: OF_STAFF, values: [gameId, caseId, rolesFor(ACTIONS[kind])] })

const WRITTEN = {
  userName: text,
  email: text,
  kind: oneOf(CASE_NEWS),
  number,
  gameId: number,
  game: text
}

/** Writes the mail of an order; null when receiver, case or game is gone. Links begin with `origin`. */
export const createNewsMails =
  (db: Database, origin: string) =>
  async ({ kind, caseNewsId, locale }: MailOrder): Promise<MailMessage | null> => {
    const found = await row(
      db.pool,
      WRITTEN,
      `SELECT u.user_name AS "userName", u.email, n.kind, c.number, g.id AS "gameId", g.title AS game
       FROM case_news n JOIN cases c ON c.id = n.case_id JOIN games g ON g.id = c.game_id
       JOIN users u ON u.id = n.user_id AND u.active AND u.role <> 'Banned' WHERE n.id = $1`,
      [caseNewsId ?? null]
    )
    if (!found) return null
    const { userName, email, game } = found
    const link = new URL(newsPath(found.kind, found.gameId, found.number), origin).href
    return { kind, to: email, userName, link, locale, caseNews: { kind: found.kind, game } }
  }
