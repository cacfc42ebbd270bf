/**
 * Beginnings of formulas (OWASP, CSV injection), full-width ones too, which spreadsheets read alike. Also after what separates
 * cells in some languages, where a program that ignores the quotes begins another cell.
 */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]|[;,|\t]\s*[=+\-@＝＋－＠]/

/** Puts an apostrophe before a formula, so that no spreadsheet runs it. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
