export { attemptsUsed } from './attempts/attempts'
export { assignFlag } from './flags/assignment'
export { testFlag } from './flags/template'
export { type Challenges, createChallenges } from './service'
