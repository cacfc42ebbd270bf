export { type Cases, createCases } from './service'
