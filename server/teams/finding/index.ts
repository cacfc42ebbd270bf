export { createFinding, type Finding } from './service'
