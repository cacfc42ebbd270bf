export { pushSettingsOf } from './keys'
export { pushCaseNews, pushNotice, pushTicketMessages } from './outbox'
export { createPush, type Push } from './service'
