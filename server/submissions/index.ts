export { createSubmissions, type Submissions } from './service'
export { type Answered, createThrottle } from './throttle'
