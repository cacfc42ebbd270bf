export { type Challenges, createChallenges } from './service'
export { templateFault } from './template'
