/**
 * Files that an island loads: boot code, the island, and their imports. The server build fills it in
 * (vite.config.ts), because only then the file names are known.
 */
export const ISLAND_FILES: Readonly<Record<string, readonly string[]>> = {}
