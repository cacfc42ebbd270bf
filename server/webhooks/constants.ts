/** Whoever may see the game may read these: they wait for the reveal of a frozen board (docs/rules/webhooks.md#freeze). */
export const PUBLIC_EVENTS = [
  'solve',
  'first_blood',
  'second_blood',
  'third_blood',
  'notice',
  'team_accepted',
  'game_published',
  'game_started',
  'game_paused',
  'game_resumed',
  'game_frozen',
  'game_ended',
  'game_revealed'
] as const

/** For channels that only the organisers read; their messages say `staff`. */
export const STAFF_EVENTS = [
  'ticket_opened',
  'team_applied',
  'team_suspended',
  'cheat_detected',
  'case_opened',
  'case_decided',
  'instance_failed',
  'check_failing',
  'check_passing'
] as const

/** See docs/rules/webhooks.md#events. */
export const WEBHOOK_EVENTS = [...PUBLIC_EVENTS, ...STAFF_EVENTS] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const isStaffEvent = (event: string): boolean => (STAFF_EVENTS as readonly string[]).includes(event)

/** Signed JSON, a chat's format, or a plug-in of the operator. */
export const WEBHOOK_FORMATS = ['Standard', 'Discord', 'Slack', 'Telegram', 'Matrix', 'Plugin'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

export const DELIVERY_STATES = ['Pending', 'Delivered', 'Failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const WEBHOOK_ENDS = ['Gone', 'Failing'] as const
export type WebhookEnd = (typeof WEBHOOK_ENDS)[number]

export const MAX_WEBHOOKS = 20
