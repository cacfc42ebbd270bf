/** Address of a search; challenges of the present game come first. */
export function addressOf(words: string): string {
  const game = /^\/(?:admin\/)?games\/(\d{1,9})(?:\/|$)/i.exec(location.pathname)?.[1]
  return `/Search/Answer?${new URLSearchParams({ q: words, ...(game && { game }) })}`
}
