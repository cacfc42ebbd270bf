/** Notices per game that this tab remembers. */
const MAX_REMEMBERED = 50

const keyOf = (gameId: number) => `notices-shown-${gameId}`

function shownOf(gameId: number): number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(gameId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => Number.isInteger(id)) : []
  } catch {
    return []
  }
}

/** Remembers a shown notice. @returns false when this tab has shown it before, on any page */
export function markShown(gameId: number, notice: number): boolean {
  const shown = shownOf(gameId)
  if (shown.includes(notice)) return false
  sessionStorage.setItem(keyOf(gameId), JSON.stringify([...shown, notice].slice(-MAX_REMEMBERED)))
  return true
}
