export { HOLDING, OVERHEAD_MB } from './holding'
export type { ClaimedImage } from './images'
export { createEngines, type Engines } from './service'
export type { EngineRow } from './work'
