import { nullable, row, type Tx, text, texts, time } from '~/server/db'
import { wireTime } from '~/server/platform/time'
import type { WebhookEvent } from './constants'
import { type WebhookPayload, webhookPayload } from './formats'

/** Hours after which a state is not told any more, such as that of a game from the trash. */
const TOLD_HOURS = 24

/**
 * SQL: the states of game `g`, to compare with those that a webhook was told. Uses the clock of the statement: that of the
 * transaction may be behind states that another process has told meanwhile.
 */
export const STATES = `array_remove(ARRAY[
  CASE WHEN NOT g.hidden THEN 'published' END,
  CASE WHEN g.start_at <= clock_timestamp() THEN 'started' END,
  CASE WHEN g.paused_at <= clock_timestamp() AND clock_timestamp() < g.paused_until THEN 'paused' END,
  CASE WHEN g.freeze_at <= clock_timestamp() THEN 'frozen' END,
  CASE WHEN g.announced_end_at <= clock_timestamp() THEN 'ended' END,
  CASE WHEN g.revealed_at <= clock_timestamp() THEN 'revealed' END], NULL)`

const STATE_NAMES = ['published', 'started', 'paused', 'frozen', 'ended', 'revealed'] as const
type StateName = (typeof STATE_NAMES)[number]

const FACTS = {
  states: texts,
  now: time,
  tellFrom: time,
  started: time,
  ended: time,
  frozen: nullable(time),
  revealed: nullable(time),
  paused: nullable(time),
  until: nullable(time),
  reason: text
}

interface Hook {
  gameId: number
  title: string
  states: string[]
}

/**
 * Events of states that a game has reached since the last pass, by the clock or a person (docs/rules/webhooks.md#game-states). A
 * state that began and ended in between is left out.
 */
export async function statesAfter(tx: Tx, { gameId, title, states }: Hook) {
  const facts = (await row(
    tx,
    FACTS,
    `SELECT ${STATES} AS states, clock_timestamp() AS now, clock_timestamp() - make_interval(hours => $2) AS "tellFrom", g.start_at AS started,
       g.announced_end_at AS ended, g.freeze_at AS frozen, g.revealed_at AS revealed, g.paused_at AS paused,
       g.paused_until AS until, g.pause_reason AS reason
     FROM games g WHERE g.id = $1`,
    [gameId, TOLD_HOURS]
  ))!
  const eventOf = (type: WebhookEvent, at: Date, data: Partial<WebhookPayload['data']> = {}) => ({
    key: `${type}-${at.getTime()}`,
    payload: webhookPayload(type, at, { game: { id: gameId, title }, ...data })
  })
  const timeOf = (name: StateName) => (name === 'published' ? facts.now : facts[name]!)
  const come = STATE_NAMES.filter((name) => facts.states.includes(name) && !states.includes(name))
  const events = come
    .filter((name) => timeOf(name) >= facts.tellFrom)
    .map((name) =>
      eventOf(
        `game_${name}`,
        timeOf(name),
        name === 'paused' ? { text: facts.reason, until: wireTime(facts.until!) } : {}
      )
    )
  const resumed = states.includes('paused') && !facts.states.includes('paused')
  if (resumed) events.push(eventOf('game_resumed', facts.until ?? facts.now))
  return { events, states: facts.states }
}
