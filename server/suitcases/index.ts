export type { Packing } from './packing'
export { createSuitcases, type Suitcases } from './service'
