export { createPersonalData, type PersonalData } from './service'
