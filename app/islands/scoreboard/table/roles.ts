/* Layout by boxes makes a thousand rows cheap, but then browsers lose the table's semantics: roles restore
   them. */
export const TABLE = { role: 'table' }
export const ROW_GROUP = { role: 'rowgroup' }
export const ROW = { role: 'row' }
export const CELL = { role: 'cell' }
export const ROW_HEADER = { role: 'rowheader' }
export const COLUMN_HEADER = { role: 'columnheader' }
