import type { ShownConnection } from '~/server/challenges/connections/contract'
import { escapeHtml } from '~/server/platform/text'
import { copyFieldHtml, type Words } from './copy-field-html'

function lineOf({ kind, label, command }: ShownConnection, number: number, t: Words): string {
  const text = escapeHtml(command)
  const isPage = kind === 'http' || kind === 'https'
  const shown = isPage
    ? `<a class="link" href="${text}" target="_blank" rel="noopener noreferrer">${text}</a>`
    : text
  const copy = t('challenges:connection.copy', { number: String(number) })
  const field = copyFieldHtml(`connection-${number}`, shown, copy, t)
  return `<li>${label && `<b>${escapeHtml(label)}</b>`}${field}</li>`
}

/** Where a challenge is played as HTML, a line each, to copy or to open; null without any. */
export const connectionsHtml = (all: readonly ShownConnection[], t: Words): string | null =>
  all.length === 0
    ? null
    : `<ul class="connections" aria-label="${escapeHtml(t('challenges:connection.title'))}">${all
        .map((one, index) => lineOf(one, index + 1, t))
        .join('')}</ul>`
