export { pushKeysOf } from './keys'
export { pushNotice, pushTicketMessages } from './outbox'
export { createPush, type Push } from './service'
