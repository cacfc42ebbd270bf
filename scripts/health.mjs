// The health check of a container asks /livez, not /healthz: only a process that hangs is to be replaced.
import { healthAddress, readRole } from './lib/platform/role.mjs'
import { isHttpHealthy } from './lib/processes/readiness.mjs'

const at = healthAddress(readRole([], process.env).role, process.env)
process.exit(at === null || (await isHttpHealthy(at.port, at.host, '/livez')) ? 0 : 1)
