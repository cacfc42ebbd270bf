import type { BoardChallenge } from '~/scoring'
import { LEVELS } from '~/server/challenges/constants'
import type { ChallengeView } from '~/server/challenges/contract'
import { escapeHtml } from '~/server/platform/text'

/** Tags offered as filters: those of the most challenges. */
const MAX_TAGS = 24

type Words = (key: string, params?: Record<string, string>) => string

const linkTo = (word: string, shown: string) =>
  `<a class="badge" href="?q=${encodeURIComponent(`#${word.toLowerCase()}`)}"><bdi>${escapeHtml(shown)}</bdi></a>`

const linksOf = (levels: readonly string[], tags: readonly string[], t: Words): string =>
  [
    ...levels.map((level) => linkTo(level, t(`labels:of.${level}`))),
    ...tags.map((tag) => linkTo(tag, tag))
  ].join(' ')

/** Author, level and tags as HTML; null without any. */
export function labelsHtml({ author, level, tags }: ChallengeView, t: Words): string | null {
  const links = linksOf(level ? [level] : [], tags, t)
  const by = author && `<span>${escapeHtml(t('labels:by', { author }))}</span>`
  return by || links ? [by, links].filter(Boolean).join(' ') : null
}

/** Levels and tags of a board, tags sorted, as HTML; null without any. */
export function filterHtml(all: readonly Pick<BoardChallenge, 'labels'>[], t: Words): string | null {
  // Labels of challenges that only some see are not offered.
  const challenges = all.filter(({ labels }) => !labels?.hideLocked)
  const tags = new Map<string, { tag: string; count: number }>()
  for (const tag of challenges.flatMap(({ labels }) => labels?.tags ?? [])) {
    const known = tags.get(tag.toLowerCase())
    tags.set(tag.toLowerCase(), { tag: known?.tag ?? tag, count: (known?.count ?? 0) + 1 })
  }
  const most = [...tags.values()].sort((a, b) => b.count - a.count).slice(0, MAX_TAGS)
  const there = LEVELS.filter((level) => challenges.some(({ labels }) => labels?.level === level))
  const links = linksOf(there, most.map(({ tag }) => tag).sort(), t)
  return links === ''
    ? null
    : `<nav class="labels" aria-label="${escapeHtml(t('labels:filter'))}">${links}</nav>`
}
