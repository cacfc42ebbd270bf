export { createLedgerExport, type LedgerExport } from './service'
