/** Removes accents and case for searching. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** `folded` in SQL: without accents, in lower case. */
export const foldedSql = (text: string): string =>
  `lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`
