/** How many other challenges one may require (docs/rules/challenges.md#requirements). */
export const MOST_REQUIRED = 10
