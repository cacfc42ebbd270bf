export const MOST_REQUIRED = 10
