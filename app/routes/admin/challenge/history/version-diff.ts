import { type ChangeObject, diffLines } from 'diff'
import { commandOf } from '~/server/challenges/contract'
import { VERSION_FIELDS, type VersionContent, type VersionField } from '~/server/challenges/versions/contract'

/** A line, or a number of equal lines that are hidden. */
export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string } | { kind: 'gap'; count: number }

/** Change of a member: by lines for texts, else two values; null: empty. */
export type FieldChange =
  | { field: VersionField; lines: DiffLine[]; more: number }
  | { field: VersionField; before: string | null; after: string | null }

const AROUND = 3
/** Lines of a text that a page shows. */
const MAX_LINES = 1000
/** Bounds of the diff; beyond them the whole text counts as replaced. */
const BOUNDS = { maxEditLength: 2000, timeout: 250 }

type Versioned = VersionContent['files'][number]

const fileText = ({ name, url, hash }: Versioned) => url ?? `${name} (${hash?.slice(0, 12)})`

const TEXTS: Partial<Record<VersionField, (content: VersionContent) => string>> = {
  content: ({ content }) => content,
  solution: ({ solution }) => solution,
  hints: ({ hints }) => hints.join('\n'),
  pricedHints: ({ pricedHints }) =>
    pricedHints.map(({ content, cost, availableAt }) => [cost, availableAt, content].join(' ')).join('\n'),
  connections: ({ connections }) =>
    connections.map((one) => [one.label, commandOf(one)].filter(Boolean).join(': ')).join('\n'),
  files: ({ files }) => files.map(fileText).join('\n'),
  flags: ({ flags }) => flags.texts.join('\n'),
  containerCompose: ({ containerCompose }) => containerCompose ?? '',
  containerOptions: ({ containerOptions }) => JSON.stringify(containerOptions, null, 2),
  solver: ({ solver }) => (solver ? JSON.stringify(solver, null, 2) : '')
}

/** With a final line break, so that the last line compares equal. */
const closed = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const kindOf = ({ added, removed }: ChangeObject<string>) => (added ? 'added' : removed ? 'removed' : 'same')

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

/** Shown value; null for '' and null. */
function shownAs(field: VersionField, content: VersionContent): string | null {
  if (field === 'attachment') {
    const { attachment } = content
    return attachment && fileText(attachment)
  }
  if (field === 'customCategory') return content.customCategory?.name ?? null
  if (field === 'requires') return content.requires.map((id) => `#${id}`).join(', ') || null
  const value = content[field]
  return value === null || value === '' ? null : String(value)
}

/** Differences between two versions, in the order of members. */
export function changesOf(before: VersionContent, after: VersionContent): FieldChange[] {
  return VERSION_FIELDS.flatMap((field): FieldChange[] => {
    if (JSON.stringify(before[field]) === JSON.stringify(after[field])) return []
    const text = TEXTS[field]
    if (!text) return [{ field, before: shownAs(field, before), after: shownAs(field, after) }]
    const lines = folded(linesOf(closed(text(before)), closed(text(after))))
    return [{ field, lines: lines.slice(0, MAX_LINES), more: Math.max(0, lines.length - MAX_LINES) }]
  })
}
