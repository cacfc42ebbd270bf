export const MAX_REQUIRED = 10
