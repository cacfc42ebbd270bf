/** How the entries of a list stand in the field of a form: one a line, or with commas between them. */
export type Separator = 'line' | 'comma'

/** What ends an entry while it is typed or pasted. */
const ENDS: Record<Separator, RegExp> = { line: /\r?\n/, comma: /[,;\s]+/ }

/** The entries of a text, each once, without blanks around them. */
export const tagsOf = (text: string, separator: Separator): string[] => [
  ...new Set(
    text
      .split(ENDS[separator])
      .map((tag) => tag.trim())
      .filter(Boolean)
  )
]

export const textOf = (tags: readonly string[], separator: Separator): string =>
  tags.join(separator === 'line' ? '\n' : ',')

/** What was typed, taken apart: entries that have ended, and the rest that is still being written. */
export function taken(typed: string, separator: Separator): { tags: string[]; rest: string } {
  const parts = typed.split(ENDS[separator])
  const rest = parts.pop() ?? ''
  return { tags: parts.map((part) => part.trim()).filter(Boolean), rest: rest.trimStart() }
}
