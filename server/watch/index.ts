export { createWatching, type Watching } from './service'
export { storeSocketCounts } from './socket-counts'
