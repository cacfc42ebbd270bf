export { createRecorder, type Recorder, type StartRecording } from './recorder'
export type { Tap } from './recording'
export { RECORDED } from './rows'
export { type Captures, createCaptures } from './service'
