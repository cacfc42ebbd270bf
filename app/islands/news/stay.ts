/** Milliseconds that a toast stays (docs/rules/interface.md#news); LONG where no list shows it later. */
export const STAY = 5000
export const LONG = 20_000
