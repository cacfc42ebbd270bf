export const MARKS = ['bold', 'italic', 'code', 'link', 'list', 'image'] as const
export type Mark = (typeof MARKS)[number]

/** `insert` replaces the selection; then `from` to `to` is selected. */
export interface Edit {
  insert: string
  from: number
  to: number
}

const ADDRESS = 'https://'

const around = (before: string, after: string) => (selected: string, start: number) => ({
  insert: before + selected + after,
  from: start + before.length,
  to: start + before.length + selected.length
})

/** Selects the address to write, or the text when there is none. */
const reference = (before: string) => (selected: string, start: number) => {
  const address = start + before.length + selected.length + 2
  const words = start + before.length
  return {
    insert: `${before}${selected}](${ADDRESS})`,
    from: selected ? address : words,
    to: selected ? address + ADDRESS.length : words
  }
}

const list = (selected: string, start: number) => {
  const insert = selected
    .split('\n')
    .map((line) => `- ${line}`)
    .join('\n')
  return { insert, from: start + insert.length, to: start + insert.length }
}

const code = (selected: string, start: number) =>
  selected.includes('\n')
    ? around('```\n', selected.endsWith('\n') ? '```\n' : '\n```')(selected, start)
    : around('`', '`')(selected, start)

const EDITS: Record<Mark, (selected: string, start: number) => Edit> = {
  bold: around('**', '**'),
  italic: around('*', '*'),
  code,
  link: reference('['),
  list,
  image: reference('![')
}

export const marked = (mark: Mark, text: string, start: number, end: number): Edit =>
  EDITS[mark](text.slice(start, end), start)
