export { type NewEvent, recordEvents } from './events'
export { boardRows, type SheetBoard } from './sheets'
export { COLUMNS as FLAG_COLUMNS, JOINS as FLAG_JOINS } from './submissions'
export { createMonitoring, type Monitoring } from './service'
