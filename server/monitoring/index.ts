export { type NewEvent, recordEvents } from './events'
export { createMonitoring, type Monitoring } from './service'
export { boardRows, type SheetBoard } from './sheets'
export { COLUMNS as FLAG_COLUMNS, JOINS as FLAG_JOINS } from './submissions'
