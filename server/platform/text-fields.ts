import { z } from 'zod'

/** Every character but NUL, which Postgres stores in no text. */
export const STORABLE = /^[^\0]*$/

/** More than blanks and invisible characters. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

interface Codes {
  /** What is no string, or is missing. */
  type?: string
  tooLong?: string
}

/** A text as it was sent; it may be empty. `max`: UTF-16 units, as of each length in a contract. */
export const textField = (
  max: number,
  { type = 'field.type_mismatch', tooLong = 'field.text_too_long' }: Codes = {}
) => z.string({ error: type }).max(max, tooLong).regex(STORABLE, 'field.characters')

/** A text that shows something; `code` refuses one that is missing, blank or invisible. */
export const requiredText = (max: number, code = 'field.required') =>
  textField(max, { type: code }).regex(VISIBLE, code)
