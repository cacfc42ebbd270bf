/**
 * The reader's own rank as text. Behind a freeze it is the one on the board that everybody sees, which solves of
 * since then may have changed (docs/rules/freeze.md#who-sees-what).
 */
export const rankText = (rank: string, frozen: boolean): string => (frozen ? `${rank}?` : rank)
