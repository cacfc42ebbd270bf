import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'

const TIMEOUT = 20_000

/** @typedef {{ name: string, severity: string, title: string }} Advisory */

/** @param {string} text of `npm audit --json` @returns {Advisory[] | null} gravest first; null when the registry knows none */
export function readAdvisories(text) {
  const order = ['critical', 'high', 'moderate', 'low', 'info']
  try {
    const { vulnerabilities } = JSON.parse(text)
    /** @type {[string, { severity: string, via: (string | { title?: string })[] }][]} */
    const found = Object.entries(vulnerabilities)
    return found
      .map(([name, { severity, via }]) => {
        const title = via.flatMap((one) => (typeof one === 'object' ? (one.title ?? []) : []))[0]
        return { name, severity, title: title ?? `by way of ${via.join(', ')}` }
      })
      .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
  } catch {
    return null
  }
}

/** Known advisories of the packages that run in production. @returns {Promise<Advisory[] | null>} null: no reply */
export async function knownAdvisories() {
  /** @type {string[]} */
  const lines = []
  const timeout = AbortSignal.timeout(TIMEOUT)
  try {
    await run('npm', ['audit', '--omit=dev', '--json'], {
      cwd: inRoot(),
      onLine: (line, stream) => stream === 'stdout' && void lines.push(line),
      signal: timeout
    })
  } catch {
    return null
  }
  return readAdvisories(lines.join('\n'))
}
