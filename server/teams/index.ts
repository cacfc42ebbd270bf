export { dropEmptied } from './emptied'
export { effectiveLock, keepTeam } from './lock'
export { createTeams, type Teams } from './service'
