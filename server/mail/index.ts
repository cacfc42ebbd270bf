export { createMail, type Mail } from './service'
