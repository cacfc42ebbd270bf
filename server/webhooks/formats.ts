import type { TFunction } from 'i18next'
import type { WebhookEvent, WebhookFormat } from './constants'

/** What a message is about, as it is stored with its delivery. */
export interface WebhookPayload {
  type: WebhookEvent | 'test'
  /** Wire time of what happened. */
  timestamp: string
  data: {
    game: { id: number; title: string }
    team?: string
    challenge?: string
    text?: string
    ticket?: number
  }
}

/** Where messages go; sealed at rest, since addresses of chats are secrets themselves. */
export interface WebhookTarget {
  /** Of Telegram null: there is one. */
  url: string | null
  /** Of a bot of Telegram or an account of Matrix. */
  token: string | null
  /** Chat of Telegram or room of Matrix. */
  room: string | null
}

export interface WebhookRequest {
  url: URL
  method: 'POST' | 'PUT'
  headers: Record<string, string>
  body: string
}

/** Characters that chats take at most, and a little less. */
const LONGEST = 1800

/** A name on one line, so that it cannot look like a message of its own. */
const line = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** A message of a chat before its markup, in the language of `t`. */
export function chatText({ type, data }: WebhookPayload, t: TFunction): string {
  const { game, team = '', challenge = '', text = '' } = data
  const values = { game: line(game.title), team: line(team), challenge: line(challenge), text: line(text) }
  const said = t(`webhooks:chat.${type}`, { ...values, interpolation: { escapeValue: false } })
  const signs = [...said]
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST).join('')}…` : said
}

/** Characters that Discord takes. */
const DISCORD_MOST = 2000

/** Backslashes before what Discord reads as markup, no more than it takes; mentions are turned off beside. */
function forDiscord(text: string): string {
  let escaped = ''
  for (const sign of text) {
    const next = sign.replace(/[\\`*_~|<>[\]()#@:-]/, '\\$&')
    if (escaped.length + next.length > DISCORD_MOST) break
    escaped += next
  }
  return escaped
}
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What Slack reads as links and mentions begins with `<`. */
const forSlack = (text: string) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign]!)

const JSON_TYPE = { 'Content-Type': 'application/json', 'User-Agent': 'Halyard' }

/** The request of a delivery, the same for every attempt. `id`: its `webhook-id`. */
export function requestOf(
  format: WebhookFormat,
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
      // Without parse_mode the text is plain, so names need no escapes.
      return post(new URL(`https://api.telegram.org/bot${target.token}/sendMessage`), {
        ...{ chat_id: target.room, text, link_preview_options: { is_disabled: true } }
      })
    case 'Matrix': {
      const room = encodeURIComponent(target.room!)
      // The id makes the homeserver take a repeated attempt once.
      const path = `/_matrix/client/v3/rooms/${room}/send/m.room.message/${id}`
      return {
        ...post(new URL(path, target.url!), { msgtype: 'm.notice', body: text, 'm.mentions': {} }),
        method: 'PUT',
        headers: { ...JSON_TYPE, Authorization: `Bearer ${target.token}` }
      }
    }
  }
}
