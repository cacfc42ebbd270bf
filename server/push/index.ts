export { pushSettingsOf } from './keys'
export { pushCaseNews, pushCorrectionNews, pushNotice, pushTicketMessages } from './outbox'
export { createPush, type Push } from './service'
