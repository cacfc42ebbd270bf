export { createOwnPages, type OwnPages } from './service'
