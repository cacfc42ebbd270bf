export { createOpenings, type Openings } from './service'
