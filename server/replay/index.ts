export { createRecordings, eachEvent, type Recordings } from './recordings'
export { createReplays, type ReplayMoment, type Replays } from './service'
