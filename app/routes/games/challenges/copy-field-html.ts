import { escapeHtml } from '~/server/platform/text'

export type Words = (key: string, params?: Record<string, string>) => string

/** As of `CopyIcon` and `CopyField` (app/components). */
const COPY_ICON =
  '<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"></path><rect width="14" height="14" x="8" y="8" rx="2" ry="2"></rect></svg>'

/**
 * A text to copy as HTML, for a dialog whose island then needs no code for it. `id` is unique in the page; `html` is what is shown,
 * escaped.
 */
export const copyFieldHtml = (id: string, html: string, label: string, t: Words): string =>
  `<div class="copy-field"><code id="${id}">${html}</code><button type="button" class="btn js-only" data-copy="${id}" data-done="${escapeHtml(t('common:copied'))}" aria-describedby="${id}">${COPY_ICON}<span class="sr">${escapeHtml(label)}</span><span aria-live="polite">${escapeHtml(t('common:copy'))}</span></button></div>`
