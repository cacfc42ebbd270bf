// The health check of a container: 0 when the process of its HALYARD_ROLE answers /livez with 200: only one that hangs is replaced.
import { healthAddress, readRole } from './lib/platform/role.mjs'
import { isHttpHealthy } from './lib/processes/readiness.mjs'

const at = healthAddress(readRole([], process.env).role, process.env)
process.exit(at === null || (await isHttpHealthy(at.port, at.host, '/livez')) ? 0 : 1)
