export { enrolTeam } from './enrolling'
export { divisionOf } from './policy'
export { setStatusesIn } from './reviewing'
export { createParticipations, type Participations } from './service'
