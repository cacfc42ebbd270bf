export { recordEvents } from './events'
export { createMonitoring, type Monitoring } from './service'
export { boardRows } from './sheets'
export { COLUMNS as FLAG_COLUMNS, JOINS as FLAG_JOINS } from './submissions'
