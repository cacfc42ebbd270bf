export { type BothStandings, standingsBehind } from './effect'
export { revealBloods } from './revealing'
export { type Corrections, createCorrections } from './service'
export { followWindow } from './window'
