/** The anchor of a heading in usual renderers of Markdown. */
export const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** Gives each heading of one document its anchor in turn; a repeated one gets `-1`, then `-2`. */
export function createAnchors(): (heading: string) => string {
  const given = new Set<string>()
  return (heading) => {
    const anchor = anchorOf(heading)
    let unique = anchor
    for (let again = 1; given.has(unique); again++) unique = `${anchor}-${again}`
    given.add(unique)
    return unique
  }
}
