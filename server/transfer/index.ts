export { gameFile, readGame } from './export'
export type { ExportedPerson } from './exported-person'
export { exportedEvent, exportedPeople } from './exports'
export { createTransfer, type Transfer } from './service'
