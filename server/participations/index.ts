export { createParticipations, type Participations } from './service'
