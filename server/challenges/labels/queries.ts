import { nullable, oneOf, text, texts } from '~/server/db'
import { LEVELS } from './constants'

/** Labels of the challenge `c`. */
export const LABEL_COLUMNS = 'c.author, c.level, c.tags'
export const LABEL_ROW = { author: text, level: nullable(oneOf(LEVELS)), tags: texts }
