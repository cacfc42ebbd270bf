import { inlineMarkdown, markdown } from '~/app/components/markdown/render-markdown'
import type { Attachment, Sheet } from '~/app/islands/challenges/props'
import type { ChallengeView } from '~/server/challenges/contract'
import { decodeSafely, escapeHtml } from '~/server/platform/text'
import { labelsHtml } from './labels'

type Words = Parameters<typeof labelsHtml>[1]

/** Named by file name, or by host for another site; null for an invalid address. */
function attachmentOf(url: string, size: number | null): Attachment | null {
  const external = /^https?:\/\//i.test(url)
  if (!external && !url.startsWith('/')) return null
  if (external) return { url, external, size, name: URL.canParse(url) ? new URL(url).host : url }
  const last = url.split('/').at(-1) ?? ''
  return { url, external, size, name: decodeSafely(last) }
}

/** '' without a text when nothing follows. */
const textOf = (content: string, after: string, t: Words) =>
  content ? markdown(content) : after && `<p class="muted">${escapeHtml(t('challenges:no_text'))}</p>`

/** A challenge with rendered Markdown, for the dialog. `after`: HTML below its text; `next`: as in `Sheet`. */
export function sheetOf(view: ChallengeView, t: Words, after = '', next: Sheet['next'] = null): Sheet {
  const {
    id,
    title,
    category,
    type,
    score,
    content,
    hintTimes,
    pricedHints,
    connections,
    context,
    attempts,
    blocked,
    closesAt
  } = view
  const hints = view.hints ?? []
  // For other clients, readable priced hints are among the hints too.
  const free = hints.length - pricedHints.filter((hint) => hint.content !== null).length
  return {
    id,
    title,
    category,
    labels: labelsHtml(view, t),
    type,
    score,
    attempts,
    blocked: blocked && { reason: blocked.reason },
    closesAt: closesAt === null ? null : Date.parse(closesAt),
    next,
    html: textOf(content, after, t) + after || null,
    connections,
    hints: hints.slice(0, free).map((hint, place) => ({
      html: inlineMarkdown(hint),
      at: hintTimes[place] ? Date.parse(hintTimes[place]) : null
    })),
    offers: pricedHints.map((hint) => ({
      id: hint.id,
      cost: hint.cost,
      at: hint.availableAt ? Date.parse(hint.availableAt) : null,
      bought: hint.boughtAt !== null,
      html: hint.content === null ? null : inlineMarkdown(hint.content)
    })),
    attachment: context.url ? attachmentOf(context.url, context.fileSize) : null
  }
}
