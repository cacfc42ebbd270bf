import { z } from 'zod'
import { text } from '../fields'

/** A text to look for, letter for letter. */
export const textSearch = z.object({
  find: text(200).min(1, 'field.required'),
  /** Only where it is no part of a longer word. */
  whole: z.boolean()
})
export type TextSearch = z.infer<typeof textSearch>

export const textReplacement = textSearch.extend({ replace: text(2000) })
export type TextReplacement = z.infer<typeof textReplacement>

/** A place where the text stands, with a little of what is around it. */
export interface TextHit {
  before: string
  after: string
}

/** A challenge whose description contains the text. */
export interface TextFound {
  id: number
  title: string
  isEnabled: boolean
  /** How often; `hits` are the first of them. */
  count: number
  hits: TextHit[]
}
