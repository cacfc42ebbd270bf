/** One entry a line, without blanks. */
export const lines = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** What a form says for the contract's word for a number that is none. */
export const inForm = (message: string) =>
  message === 'field.type_mismatch' ? 'field.number_required' : message
