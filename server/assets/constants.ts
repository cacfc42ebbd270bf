const MAX_NAME_LENGTH = 255
/** A longer ending is none, so that the number of a name is never cut. */
const MAX_ENDING_LENGTH = 20

/** Names are equal where folders of players are: without regard to case. */
export const sameName = (name: string): string => name.normalize('NFC').toLowerCase()

/** The name, or one like it that is not taken: `a-2.txt` beside `a.txt`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(sameName(name))) return name
  const dot = name.lastIndexOf('.')
  const hasEnding = dot > 0 && name.length - dot <= MAX_ENDING_LENGTH
  const [stem, end] = hasEnding ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 2; ; number++) {
    const tail = `-${number}${end}`
    const made = `${stem.slice(0, MAX_NAME_LENGTH - tail.length)}${tail}`
    if (!taken.has(sameName(made))) return made
  }
}
