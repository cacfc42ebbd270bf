export { OVER_SQL } from './over'
export { createSolutions, type Solutions } from './service'
