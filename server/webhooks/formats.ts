import type { TFunction } from 'i18next'
import { wireTime } from '~/server/platform/time'
import { isStaffEvent, type WebhookEvent, type WebhookFormat } from './constants'

export interface WebhookPayload {
  type: WebhookEvent | 'test'
  timestamp: string
  data: {
    game: { id: number; title: string }
    team?: string
    challenge?: string
    text?: string
    /** The kind of a notice about a challenge. */
    kind?: 'new_challenge' | 'new_hint'
    ticket?: number
    /** The number of a case. */
    case?: number
    outcome?: string
    /** The team whose flag was sent. */
    source?: string
    count?: number
    until?: string
  }
  /** True for kinds that are for the organisers alone. */
  staff?: true
  /** Somebody asked for it: nothing has happened. */
  test?: true
}

/** `staff` marks events that players must not see. */
export const webhookPayload = (
  type: WebhookEvent,
  at: Date,
  data: WebhookPayload['data']
): WebhookPayload => ({
  type,
  timestamp: wireTime(at),
  ...(isStaffEvent(type) && { staff: true }),
  data
})

export interface WebhookTarget {
  url: string | null
  token: string | null
  room: string | null
  /** Name of a plug-in, of the format `Plugin`; absent in targets from before. */
  plugin?: string | null
}

export interface WebhookRequest {
  url: URL
  method: 'POST' | 'PUT'
  headers: Record<string, string>
  body: string
}

const MAX_TEXT_LENGTH = 1800

/** Makes one line, so that a name cannot look like another message. */
const line = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Text before markup, in the language of `t`. */
function chatText({ type, data, test }: WebhookPayload, t: TFunction): string {
  const { game, team = '', challenge = '', text = '', source = '', count = 0, until = '' } = data
  const values = {
    ...{ game: line(game.title), team: line(team), challenge: line(challenge), text: line(text) },
    ...{ source: line(source), number: count, case: data.case },
    outcome: data.outcome && t(`cases:outcome.${data.outcome}`),
    until: until && `${until.slice(0, 16).replace('T', ' ')} UTC`
  }
  const plain = { interpolation: { escapeValue: false } }
  const said = t(`webhooks:chat.${type === 'notice' ? (data.kind ?? type) : type}`, {
    ...values,
    ...plain
  }).trim()
  const filled = test ? t('webhooks:chat.sample', { text: said, ...plain }) : said
  const signs = [...filled]
  return signs.length > MAX_TEXT_LENGTH ? `${signs.slice(0, MAX_TEXT_LENGTH).join('')}…` : filled
}

const MAX_DISCORD_LENGTH = 2000

/** Escapes markup and cuts to Discord's limit; mentions are disabled separately. */
function forDiscord(text: string): string {
  let escaped = ''
  for (const sign of text) {
    const next = sign.replace(/[\\`*_~|<>[\]()#@:-]/, '\\$&')
    if (escaped.length + next.length > MAX_DISCORD_LENGTH) break
    escaped += next
  }
  return escaped
}
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Links and mentions of Slack begin with `<`. */
const forSlack = (text: string) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign]!)

const JSON_TYPE = { 'Content-Type': 'application/json', 'User-Agent': 'Halyard' }

/** The request, equal for every attempt. `id`: its `webhook-id`. */
export function requestOf(
  format: Exclude<WebhookFormat, 'Plugin'>,
  target: WebhookTarget,
  id: string,
  payload: WebhookPayload,
  t: TFunction
): WebhookRequest {
  const post = (url: URL, content: object): WebhookRequest => ({
    ...{ url, method: 'POST', headers: { ...JSON_TYPE } },
    body: JSON.stringify(content)
  })
  if (format === 'Standard') return post(new URL(target.url!), payload)
  const text = chatText(payload, t)
  switch (format) {
    case 'Discord':
      return post(new URL(target.url!), {
        content: forDiscord(text),
        allowed_mentions: { parse: [] }
      })
    case 'Slack':
      return post(new URL(target.url!), { text: forSlack(text), unfurl_links: false, unfurl_media: false })
    case 'Telegram':
      // Plain text without parse_mode, so names need no escapes.
      return post(new URL(`https://api.telegram.org/bot${target.token}/sendMessage`), {
        ...{ chat_id: target.room, text, link_preview_options: { is_disabled: true } }
      })
    case 'Matrix': {
      const room = encodeURIComponent(target.room!)
      // The homeserver drops repetitions of the id.
      const path = `/_matrix/client/v3/rooms/${room}/send/m.room.message/${id}`
      return {
        ...post(new URL(path, target.url!), { msgtype: 'm.notice', body: text, 'm.mentions': {} }),
        method: 'PUT',
        headers: { ...JSON_TYPE, Authorization: `Bearer ${target.token}` }
      }
    }
  }
}
