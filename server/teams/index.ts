export { dropEmptied } from './emptied'
export { effectiveLock, keepTeam, teamsInPlay } from './lock'
export { createTeams, type Teams } from './service'
