export { dropEmptied } from './emptied'
export { effectiveLock, lockTeamShared, teamsInPlay } from './lock'
export { refuseLookAlike } from './look-alikes'
export { createTeams, type Teams } from './service'
