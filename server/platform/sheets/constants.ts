export const SHEET_FORMATS = ['xlsx', 'csv', 'json'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

export const SHEET_TYPES: Record<SheetFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  json: 'application/json'
}
