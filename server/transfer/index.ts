export { ctfdEvent } from './ctfd/event'
export { createTransfer, type Origin, type Transfer } from './service'
