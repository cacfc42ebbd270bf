/** Teams on one page of the screen (docs/rules/interface.md#projector). */
export const PAGE_SIZE = 14
export const TURN_MS = 20_000

export const pagesOf = (teams: number): number => Math.max(1, Math.ceil(teams / PAGE_SIZE))

/** The page itself, or the nearest that exists. */
export const within = (page: number, pages: number): number => Math.min(Math.max(1, page), pages)

/** The page `by` pages later; the first follows the last. */
export function turned(page: number, pages: number, by: number): number {
  const steps = (within(page, pages) - 1 + by) % pages
  return ((steps + pages) % pages) + 1
}
