export { createLogs, type Logs } from './service'
export { createLogWriter, type LogWriter } from './writer'
