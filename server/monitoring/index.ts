export { type NewEvent, recordEvents } from './events'
export { createMonitoring, type Monitoring } from './service'
