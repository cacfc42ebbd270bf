export { createSubmissions, type Submissions } from './service'
export { createTraceContexts, type TraceContexts } from './trace-contexts'
