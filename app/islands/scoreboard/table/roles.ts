/*
 * Laid out as boxes, each by itself, a thousand rows cost a fraction of a table. What they are to those who hear
 * them has to be said then: not every browser goes by the names of the elements.
 */
export const TABLE = { role: 'table' }
export const ROW_GROUP = { role: 'rowgroup' }
export const ROW = { role: 'row' }
export const CELL = { role: 'cell' }
export const ROW_HEADER = { role: 'rowheader' }
export const COLUMN_HEADER = { role: 'columnheader' }
