/** How long news stay in the corner, in milliseconds (docs/rules/interface.md#news). */
export const STAY = 5000
/** The same where no list shows them afterwards. */
export const LONG = 20_000
