import { FEEDBACK_LINE, MAX_STARS } from '~/server/feedback/constants'
import type { FeedbackInput } from '~/server/feedback/contract'
import { escapeHtml } from '~/server/platform/text'
import { refusalMark } from './refusals'

type Words = (key: string, params?: Record<string, string | number>) => string

interface FeedbackHtmlProps {
  gameId: number
  challengeId: number
  /** The team has solved it; the form of others shows once the page says that they have, and is refused before. */
  solved: boolean
  own: FeedbackInput | null
}

function star(value: number, own: FeedbackInput | null, t: Words): string {
  const checked = own?.stars === value ? ' checked' : ''
  const name = escapeHtml(t('feedback:stars', { count: value }))
  return `<label><input type="radio" name="stars" value="${value}" required${checked}><span class="sr">${name}</span><span aria-hidden="true">${value} ★</span></label>`
}

/** A form that works without script, for the end of a challenge's text: stars and a line. */
export function feedbackHtml({ gameId, challengeId, solved, own }: FeedbackHtmlProps, t: Words): string {
  const text = (key: string) => escapeHtml(t(`feedback:${key}`))
  const stars = Array.from({ length: MAX_STARS }, (_, place) => star(place + 1, own, t)).join('')
  const id = `feedback-${challengeId}`
  return `<form class="feedback${solved ? ' open' : ''}" method="post" action="/games/${gameId}/Challenges?c=${challengeId}">
<h3 id="${id}">${text(own ? 'title_given' : 'title')}</h3>${refusalMark('feedback')}
<input type="hidden" name="intent" value="feedback"><input type="hidden" name="challengeId" value="${challengeId}">
<div class="segmented" role="radiogroup" aria-labelledby="${id}">${stars}</div>
<label class="label" for="${id}-line">${text('line')}</label>
<div class="row"><input class="input" id="${id}-line" name="line" maxlength="${FEEDBACK_LINE}" value="${escapeHtml(own?.line ?? '')}" autocomplete="off"><button class="btn" type="submit">${text(own ? 'change' : 'send')}</button></div>
<p class="hint">${text('who_sees')}</p></form>`
}
