export { createPausing, type Pausing } from './service'
