/**
 * Browser files that an island's waking asks for, by island: boot code of islands, the island, and what these import. Empty
 * here; the build for the server fills it in (vite.config.ts), which knows the names of the browser's half by then.
 */
export const ISLAND_FILES: Readonly<Record<string, readonly string[]>> = {}
