import { type ChangeObject, diffLines } from 'diff'
import { VERSION_FIELDS, type VersionContent, type VersionField } from '~/server/challenges/versions/contract'

/** A line of a text, or a number of lines that both have and nobody needs to read. */
export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string } | { kind: 'gap'; count: number }

/** What changed of a member: a text by lines, anything else as two values; null = it was empty. */
export type FieldChange =
  | { field: VersionField; lines: DiffLine[]; more: number }
  | { field: VersionField; before: string | null; after: string | null }

/** Lines around a change that are shown. */
const AROUND = 3
/** Lines of one text that a page shows. */
const MOST_LINES = 1000
/** Bounds of the search for the shortest difference; beyond them a text is told as replaced. */
const BOUNDS = { maxEditLength: 2000, timeout: 250 }

/** The members that are read line by line. */
const TEXTS: Partial<Record<VersionField, (content: VersionContent) => string>> = {
  content: ({ content }) => content,
  hints: ({ hints }) => hints.join('\n'),
  pricedHints: ({ pricedHints }) =>
    pricedHints.map(({ content, cost, availableAt }) => [cost, availableAt, content].join(' ')).join('\n'),
  flags: ({ flags }) => flags.texts.join('\n'),
  containerCompose: ({ containerCompose }) => containerCompose ?? '',
  containerOptions: ({ containerOptions }) => JSON.stringify(containerOptions, null, 2)
}

/** Ends with a line break, so that a last line with and without one is the same line. */
const closed = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const kindOf = ({ added, removed }: ChangeObject<string>) => (added ? 'added' : removed ? 'removed' : 'same')

/** Both texts line by line. */
function linesOf(before: string, after: string): DiffLine[] {
  const replaced = [
    { value: before, added: false, removed: true, count: 0 },
    { value: after, added: true, removed: false, count: 0 }
  ]
  const parts = diffLines(before, after, BOUNDS) ?? replaced
  return parts.flatMap((part) => {
    const lines = part.value.split('\n')
    if (lines.at(-1) === '') lines.pop()
    return lines.map((text): DiffLine => ({ kind: kindOf(part), text }))
  })
}

/** The lines with what is the same far from any change put together. */
function folded(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>()
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') for (let at = index - AROUND; at <= index + AROUND; at++) near.add(at)
  const shown: DiffLine[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (near.has(index)) shown.push(line)
    else if (last?.kind === 'gap') last.count++
    else shown.push({ kind: 'gap', count: 1 })
  }
  return shown
}

/** A value as it is shown; '' and null are nothing. */
function shownAs(field: VersionField, content: VersionContent): string | null {
  if (field === 'attachment') {
    const { attachment } = content
    return attachment && (attachment.url ?? `${attachment.name} (${attachment.hash?.slice(0, 12)})`)
  }
  if (field === 'requires') return content.requires.map((id) => `#${id}`).join(', ') || null
  const value = content[field]
  return value === null || value === '' ? null : String(value)
}

/** What differs between two versions, in the order in which members are told. */
export function changesOf(before: VersionContent, after: VersionContent): FieldChange[] {
  return VERSION_FIELDS.flatMap((field): FieldChange[] => {
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) return []
    const text = TEXTS[field]
    if (!text) return [{ field, before: shownAs(field, before), after: shownAs(field, after) }]
    const lines = folded(linesOf(closed(text(before)), closed(text(after))))
    return [{ field, lines: lines.slice(0, MOST_LINES), more: Math.max(0, lines.length - MOST_LINES) }]
  })
}
