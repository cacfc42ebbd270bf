export type { CertificateFacts } from './certificate'
export { type Cards, createCards } from './service'
export type { TeamCardFacts } from './team-card'
