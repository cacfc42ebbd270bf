export { gameJson, readGame } from './export'
export type { ExportedPerson } from './exported-person'
export { readExportedEvent, readExportedPeople } from './foreign-exports'
export { createTransfer, type Transfer } from './service'
