export { createOrigins, type Origins } from './origins'
export { createSubmissions, type Submissions } from './service'
