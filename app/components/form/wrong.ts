/** Attributes of a refused control. The browser focuses the first one of a page. */
export const WRONG = { 'aria-invalid': true, autoFocus: true }
