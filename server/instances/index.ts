export { answerQuestions, type EngineQuestion } from './asking'
export { type EndScope, endInstances, endSolved } from './ending'
export { createInstances, type Instances } from './service'
export type { ClaimedStart, ClaimedStop, LiveRow, Work } from './work'
