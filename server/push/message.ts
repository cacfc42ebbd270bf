import type { TFunction } from 'i18next'
import { newsPath } from '~/server/cases/constants'
import { changeParts, stripMarkdown } from '~/server/notices/constants'
import type { Claimed } from './queries'

/** What public/sw.js shows. */
export interface PushText {
  title: string
  body: string
  /** Path that a click opens. */
  path: string
  /** A later message with the same tag replaces an earlier one. */
  tag: string
}

/** Characters; a push message holds four kilobytes, and a device shows less. */
const MAX_TEXT_LENGTH = 300

const cut = (text: string) => {
  const signs = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()]
  return signs.length > MAX_TEXT_LENGTH ? `${signs.slice(0, MAX_TEXT_LENGTH - 1).join('')}…` : signs.join('')
}

type News = Pick<Claimed, 'type' | 'values' | 'change' | 'ticket' | 'given' | 'caseNews' | 'corrected'>

function bodyOf({ type, values, change, ticket, given, caseNews, corrected }: News, t: TFunction): string {
  const plain = { interpolation: { escapeValue: false } }
  // Neither title nor reason: a locked screen shows it to whoever looks.
  if (caseNews !== null) return t(`cases:news.${caseNews}`)
  // Without the reason, which is public only where corrections are.
  if (corrected !== null)
    return corrected === 0
      ? t('push:corrected_bloods')
      : t('push:corrected', { points: `${corrected > 0 ? '+' : '−'}${Math.abs(corrected)}`, ...plain })
  if (ticket !== null) return t(given ? 'push:given' : 'push:ticket', { title: ticket, ...plain })
  if (change) return t(`news:change.${change.kind}`, { ...Object.fromEntries(changeParts(change)), ...plain })
  const said = values?.join(', ') ?? ''
  return type === 'NewHint' || type === 'NewChallenge'
    ? t(`news:notice.${type}`, { challenge: said, ...plain })
    : stripMarkdown(said)
}

/** In the language of `t`. */
export function pushText(
  news: News & Pick<Claimed, 'messageId' | 'gameId' | 'game' | 'ticketId' | 'caseNumber' | 'listed'>,
  t: TFunction
): PushText {
  const { gameId, game, ticketId, given, messageId, caseNews, caseNumber, corrected, listed } = news
  if (caseNews !== null && caseNumber !== null)
    return {
      title: cut(game),
      body: cut(bodyOf(news, t)),
      path: newsPath(caseNews, gameId, caseNumber),
      tag: `case-${messageId}`
    }
  if (corrected !== null)
    return {
      title: cut(game),
      body: cut(bodyOf(news, t)),
      path: `/games/${gameId}/${listed ? 'Corrections' : 'Scoreboard'}`,
      tag: `news-${messageId}`
    }
  if (given)
    return {
      title: cut(game),
      body: cut(bodyOf(news, t)),
      path: `/games/${gameId}/monitor/Help/${ticketId}`,
      tag: `given-${ticketId}`
    }
  return {
    title: cut(game),
    body: cut(bodyOf(news, t)),
    path: ticketId === null ? `/games/${gameId}/Challenges` : `/games/${gameId}/Help/${ticketId}`,
    tag: ticketId === null ? `news-${messageId}` : `ticket-${ticketId}`
  }
}
