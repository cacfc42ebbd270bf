import { HOUR_MS, wireTime } from '~/server/platform/time'
import type { WebhookEvent } from './constants'
import { type WebhookPayload, webhookPayload } from './formats'

type Data = Omit<WebhookPayload['data'], 'game'>

const TEAM = { team: 'Night Owls' }
const CHALLENGE = { challenge: 'Harbour' }

/** Example data of each kind (docs/webhooks.md#kinds). */
const SAMPLES: Record<WebhookEvent, Data> = {
  solve: { ...TEAM, ...CHALLENGE },
  first_blood: { ...TEAM, ...CHALLENGE },
  second_blood: { ...TEAM, ...CHALLENGE },
  third_blood: { ...TEAM, ...CHALLENGE },
  notice: { text: 'Lunch is ready' },
  team_accepted: TEAM,
  game_published: {},
  game_started: {},
  game_paused: { text: 'Power is out.' },
  game_resumed: {},
  game_frozen: {},
  game_ended: {},
  game_revealed: {},
  ticket_opened: { ...TEAM, ...CHALLENGE, ticket: 7 },
  team_applied: TEAM,
  team_suspended: TEAM,
  cheat_detected: { ...TEAM, ...CHALLENGE, source: 'Foxes' },
  case_opened: { case: 3 },
  case_decided: { case: 3, outcome: 'warning' },
  instance_failed: { ...CHALLENGE, count: 4 },
  check_failing: CHALLENGE,
  check_passing: CHALLENGE
}

/** A message of a kind about nothing that happened; it says so. `until` of a pause is in an hour. */
export function sampleOf(type: WebhookEvent, at: Date, game: { id: number; title: string }): WebhookPayload {
  const until = wireTime(new Date(at.getTime() + HOUR_MS))
  const data = { game, ...SAMPLES[type], ...(type === 'game_paused' && { until }) }
  return { ...webhookPayload(type, at, data), test: true }
}
