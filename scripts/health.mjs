// The health check of a container asks /livez, not /healthz: only a process that hangs is to be replaced.
import { healthAddress, readRole } from './lib/platform/role.mjs'
import { findRole, killHung } from './lib/platform/role-process.mjs'
import { isHttpHealthy } from './lib/processes/readiness.mjs'

/** A machine that is full makes processes late that do not hang. */
const TIMEOUT_MS = 5000

const running = findRole()
const at = healthAddress(readRole(running?.argv ?? [], process.env).role, process.env)
const healthy = at === null || (await isHttpHealthy(at.port, at.host, '/livez', TIMEOUT_MS))
if (running) killHung(running.pid, healthy)
process.exit(healthy ? 0 : 1)
