export { effectiveLock } from './lock'
export { createTeams, type Teams } from './service'
