export { type Corrections, createCorrections } from './service'
export { followWindow } from './window'
