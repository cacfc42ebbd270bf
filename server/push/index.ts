export { pushSettingsOf } from './keys'
export { pushCaseNews, pushCorrectionNews, pushGivenTicket, pushNotice, pushTicketMessages } from './outbox'
export { createPush, type Push } from './service'
