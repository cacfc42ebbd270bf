export { createMail, type Mail } from './service'
export { orderToOwner } from './to-owner'
