export { ctfdEvent } from './ctfd/event'
export { type CtfdPerson, ctfdPeople } from './ctfd/people'
export { gameFile, readGame } from './export'
export { createTransfer, type Transfer } from './service'
