export { createSubmissions, type Submissions } from './service'
