export { createSignals, type Signals } from './service'
