/** See docs/rules/webhooks.md#events. */
export const WEBHOOK_EVENTS = [
  'solve',
  'first_blood',
  'second_blood',
  'third_blood',
  'notice',
  'team_accepted',
  'ticket_opened',
  'check_failing',
  'check_passing'
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Signed JSON, or a chat's format. */
export const WEBHOOK_FORMATS = ['Standard', 'Discord', 'Slack', 'Telegram', 'Matrix'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

export const DELIVERY_STATES = ['Pending', 'Delivered', 'Failed'] as const

export const WEBHOOK_ENDS = ['Gone', 'Failing'] as const

export const MOST_WEBHOOKS = 20
