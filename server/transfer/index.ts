export { createTransfer, type Origin, type Transfer } from './service'
