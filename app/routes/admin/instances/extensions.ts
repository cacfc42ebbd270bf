/** Minutes. */
export const EXTENSIONS = [15, 30, 60] as const
