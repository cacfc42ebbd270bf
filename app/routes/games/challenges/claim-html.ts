import { escapeHtml } from '~/server/platform/text'
import type { AtChallenge } from '~/server/workspace'
import { refusalMark } from './refusals'

type Words = (key: string, params?: Record<string, string | number>) => string

interface Place {
  gameId: number
  challengeId: number
}

type ClaimHtmlProps = Place & AtChallenge

const linkTo = ({ gameId, challengeId }: Place, text: string) =>
  `<a class="link small" href="/games/${gameId}/Workspace#c${challengeId}">${text}</a>`

/** The way to the team's notes about a challenge that it has solved. */
export const notesHtml = (place: Place, t: Words): string =>
  `<p class="claim">${linkTo(place, escapeHtml(t('workspace:notes')))}</p>`

/** Who of the team works on a challenge, with a button to join them, and the way to the team's notes. */
export function claimHtml({ gameId, challengeId, on, mine, noted }: ClaimHtmlProps, t: Words): string {
  const text = (key: string) => escapeHtml(t(`workspace:${key}`))
  const names = on.map((name) => `<bdi>${escapeHtml(name)}</bdi>`).join(', ')
  return `<form class="claim" method="post" action="/games/${gameId}/Challenges?c=${challengeId}">
<input type="hidden" name="intent" value="claim"><input type="hidden" name="challengeId" value="${challengeId}">
<span>${on.length > 0 ? `${text('on')} ${names}` : text('nobody')}</span>${refusalMark('claim')}
<button class="btn sm" type="submit" name="on" value="${!mine}">${text(mine ? 'leave' : 'join')}</button>
${linkTo({ gameId, challengeId }, text(noted ? 'notes' : 'note'))}</form>`
}
