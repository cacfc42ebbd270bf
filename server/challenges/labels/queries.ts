import { BLOCKED_SQL } from '~/server/blocks'
import { bool, nullable, numbers, oneOf, text, texts } from '~/server/db'
import { LEVELS } from './constants'

/** Columns of the challenge `c` for the labels of a board, and how they are read. */
export const LABELLING = `c.level, c.tags, c.requires, c.hide_locked AS "hideLocked", ${BLOCKED_SQL} AS blocked`
export const LABELLING_ROW = {
  level: nullable(oneOf(LEVELS)),
  tags: texts,
  requires: numbers,
  hideLocked: bool,
  blocked: bool
}

export const LABEL_COLUMNS = 'c.author, c.level, c.tags'
export const LABEL_ROW = { author: text, level: nullable(oneOf(LEVELS)), tags: texts }
