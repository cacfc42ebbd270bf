import { BLOCKED } from '~/server/blocks'
import { bool, nullable, numbers, oneOf, text, texts } from '~/server/db'
import { LEVELS } from './constants'

/** What a board says of the challenge `c`, and how it is read. */
export const LABELLING = `c.level, c.tags, c.requires, c.hide_locked AS "hideLocked", ${BLOCKED} AS blocked`
export const LABELLING_ROW = {
  level: nullable(oneOf(LEVELS)),
  tags: texts,
  requires: numbers,
  hideLocked: bool,
  blocked: bool
}

export const LABEL_COLUMNS = 'c.author, c.level, c.tags'
export const LABEL_ROW = { author: text, level: nullable(oneOf(LEVELS)), tags: texts }
