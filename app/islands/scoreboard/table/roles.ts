/* Layout by boxes makes a thousand rows cheap; roles restore the semantics. */
export const TABLE = { role: 'table' }
export const ROW_GROUP = { role: 'rowgroup' }
export const ROW = { role: 'row' }
export const CELL = { role: 'cell' }
export const ROW_HEADER = { role: 'rowheader' }
export const COLUMN_HEADER = { role: 'columnheader' }
