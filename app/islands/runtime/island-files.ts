/** Filled in by the server build (vite.config.ts), because only then the file names are known. */
export const ISLAND_FILES: Readonly<Record<string, readonly string[]>> = {}
