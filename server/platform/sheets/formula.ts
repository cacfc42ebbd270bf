/** What spreadsheets take for the beginning of a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/

/** A text that no spreadsheet runs: what looks like a formula gets an apostrophe before it. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
