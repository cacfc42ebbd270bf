export { enrolTeam } from './enrolling'
export { divisionOf } from './policy'
export { createParticipations, type Participations } from './service'
