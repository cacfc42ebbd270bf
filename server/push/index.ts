export { pushCaseNews, pushCorrectionNews, pushGivenTicket, pushNotice, pushTicketMessages } from './outbox'
export { pushSettingsOf } from './push-keys'
export { createPush, type Push } from './service'
