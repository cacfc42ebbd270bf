export { type Challenges, createChallenges } from './service'
