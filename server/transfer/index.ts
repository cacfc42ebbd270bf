export { ctfdEvent } from './ctfd/event'
export { type CtfdPerson, ctfdPeople } from './ctfd/people'
export { readGame } from './export'
export { createTransfer, type Origin, type Transfer } from './service'
