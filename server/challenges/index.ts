export { attemptsUsed } from './attempts'
export { assignFlag } from './flags/assignment'
export { templateFault, testFlag } from './flags/template'
export { type Challenges, createChallenges } from './service'
