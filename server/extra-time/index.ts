export { createExtraTimes, type ExtraTimes } from './service'
