/** Beginnings of formulas (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/

/** Puts an apostrophe before a formula, so that no spreadsheet runs it. */
export const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
