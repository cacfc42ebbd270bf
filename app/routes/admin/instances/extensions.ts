/** Minutes that can be added at once. */
export const EXTENSIONS = [15, 30, 60] as const
