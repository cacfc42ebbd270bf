/** See docs/rules/challenges.md#requirements. */
export const MOST_REQUIRED = 10
