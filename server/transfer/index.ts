export { ctfdEvent } from './ctfd/event'
export { type CtfdPerson, ctfdPeople } from './ctfd/people'
export { createTransfer, type Origin, type Transfer } from './service'
