export { createUsers, type Users } from './service'
