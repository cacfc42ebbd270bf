import { LABEL_LIMITS, LEVELS, type Level } from '~/server/challenges/constants'
import { plainTags } from '~/server/challenges/contract'
import type { Definition } from '../definition'

const BY = /^(?:(?:authors?|written by|created by|made by|by)\b\s*:?|auteurs?\s*:)\s*/i

function fitting(names: string): string | null {
  const plain = names.trim()
  return plain !== '' && plain.length <= LABEL_LIMITS.author && !/[\n[\]<>]/.test(plain) ? plain : null
}

/** The author; `text` when it is too long and goes into the description. */
export function authorOf(definition: Definition): { author: string | null; text: string | null } {
  const names = [...definition.author, ...definition.authors].map((one) => one.trim()).filter(Boolean)
  const joined = names.join(', ')
  const credit = definition.attribution?.trim() ?? ''
  const author = fitting(joined) ?? fitting(credit.replace(BY, ''))
  if (credit !== '' && fitting(credit.replace(BY, '')) === null) return { author, text: credit }
  return { author, text: author === null && joined !== '' ? `Author: ${joined}` : null }
}

const levelNamed = (word: unknown): Level | undefined =>
  typeof word === 'string'
    ? LEVELS.find((level) => level.toLowerCase() === word.trim().toLowerCase())
    : undefined

const wordsIn = (tags: unknown): string[] => {
  if (typeof tags === 'string') return tags.split(',')
  if (!Array.isArray(tags))
    return typeof tags === 'object' && tags !== null ? wordsIn(Object.values(tags)) : []
  return tags.flatMap((one) =>
    typeof one === 'string' || Array.isArray(one)
      ? one
      : typeof one === 'object' && one !== null
        ? wordsIn([(one as { value?: unknown; name?: unknown }).value ?? (one as { name?: unknown }).name])
        : []
  )
}

/** A tag that names a level is the level. Drops tags that are too many or too long. */
export function labelsOf(definition: Definition): { author?: string; level?: Level; tags?: string[] } {
  const { author } = authorOf(definition)
  const words = plainTags(wordsIn(definition.tags).flatMap((word) => word.split(/[,;]/)))
  const level = levelNamed(definition.difficulty) ?? words.map(levelNamed).find(Boolean)
  const tags = words
    .filter(
      (word) => levelNamed(word) === undefined && word.length <= LABEL_LIMITS.tag && !/\p{Cc}/u.test(word)
    )
    .slice(0, LABEL_LIMITS.tags)
  return { ...(author && { author }), ...(level && { level }), ...(tags.length > 0 && { tags }) }
}
