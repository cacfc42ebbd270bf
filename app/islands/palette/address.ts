/** Address of what words find; the challenges of the game whose page this is come first. */
export function addressOf(words: string): string {
  const game = /^\/(?:admin\/)?games\/(\d{1,9})(?:\/|$)/i.exec(location.pathname)?.[1]
  return `/Search/Answer?${new URLSearchParams({ q: words, ...(game && { game }) })}`
}
