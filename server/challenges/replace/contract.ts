import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'

const textSearch = z.object({
  find: textField(200).min(1, 'field.required'),
  whole: z.boolean()
})
export type TextSearch = z.infer<typeof textSearch>

export const textReplacement = textSearch.extend({ replace: textField(2000) })
export type TextReplacement = z.infer<typeof textReplacement>

export interface TextHit {
  before: string
  after: string
}

export interface TextFound {
  id: number
  title: string
  isEnabled: boolean
  count: number
  hits: TextHit[]
}
