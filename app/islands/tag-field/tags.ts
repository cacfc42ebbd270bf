/** Entries of a field: one per line, or with commas. */
export type Separator = 'line' | 'comma'

const ENDS: Record<Separator, RegExp> = { line: /\r?\n/, comma: /[,;\s]+/ }

/** Entries of a text, trimmed, each once. */
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

/** Splits typed text into finished entries and the rest. */
export function taken(typed: string, separator: Separator): { tags: string[]; rest: string } {
  const parts = typed.split(ENDS[separator])
  const rest = parts.pop() ?? ''
  return { tags: parts.map((part) => part.trim()).filter(Boolean), rest: rest.trimStart() }
}
