import { formatBytes } from '~/app/components/bytes'
import { inlineMarkdown, markdown } from '~/app/components/markdown/render-markdown'
import type { Attachment, Sheet } from '~/app/islands/challenges/props'
import { shownCategory } from '~/server/categories/constants'
import type { ChallengeView } from '~/server/challenges/contract'
import type { ShownFile } from '~/server/challenges/files/contract'
import { escapeHtml } from '~/server/platform/text'
import { connectionsHtml } from './connections'
import { copyFieldHtml } from './copy-field-html'
import { labelsHtml } from './labels'

type Words = Parameters<typeof labelsHtml>[1]

/** Another site is named beside its file; null for an invalid address. */
function attachmentOf({ url, name, size, sha256 }: ShownFile, place: number, t: Words): Attachment | null {
  const external = /^https?:\/\//i.test(url)
  if (!external && !url.startsWith('/')) return null
  const label = t('challenges:files.copy', { name })
  return {
    url,
    name,
    external,
    note: external ? t('challenges:external') : size === null ? null : formatBytes(size),
    digest: sha256 && `SHA-256 ${copyFieldHtml(`digest-${place}`, sha256, label, t)}`
  }
}

/** '' without a text when nothing follows. */
const textOf = (content: string, after: string, t: Words) =>
  content ? markdown(content) : after && `<p class="muted">${escapeHtml(t('challenges:no_text'))}</p>`

/** A challenge with rendered Markdown, for the dialog. `after`: HTML below its text; `next`: as in `Sheet`. */
export function sheetOf(view: ChallengeView, t: Words, after = '', next: Sheet['next'] = null): Sheet {
  const {
    id,
    title,
    type,
    score,
    content,
    hintTimes,
    pricedHints,
    connections,
    files,
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
    category: shownCategory(view),
    labels: labelsHtml(view, t),
    type,
    score,
    attempts,
    blocked: blocked && { reason: blocked.reason },
    closesAt: closesAt === null ? null : Date.parse(closesAt),
    next,
    html: textOf(content, after, t) + after || null,
    connections: connectionsHtml(connections, t),
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
    files: files.flatMap((file, place) => attachmentOf(file, place, t) ?? [])
  }
}
