/** Notices of a game that this tab remembers to have told. */
const MOST = 50

const keyOf = (gameId: number) => `notices-told-${gameId}`

function toldOf(gameId: number): number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(gameId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => Number.isInteger(id)) : []
  } catch {
    return []
  }
}

/** Whether this tab has not told the notice yet, on whatever page; from now on it has. */
export function tellOnce(gameId: number, notice: number): boolean {
  const told = toldOf(gameId)
  if (told.includes(notice)) return false
  sessionStorage.setItem(keyOf(gameId), JSON.stringify([...told, notice].slice(-MOST)))
  return true
}
