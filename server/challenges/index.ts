export { assignFlag } from './assignment'
export { type Challenges, createChallenges } from './service'
export { templateFault, testFlag } from './template'
