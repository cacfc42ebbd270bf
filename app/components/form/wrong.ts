/** What a control has whose entry was refused. The browser goes to the first one of a page, or to the message above. */
export const WRONG = { 'aria-invalid': true, autoFocus: true }
