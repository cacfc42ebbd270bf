export { dropEmptied } from './emptied'
export { effectiveLock, lockTeamShared, teamsInPlay } from './lock'
export { createTeams, type Teams } from './service'
