import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'

const TIMEOUT = 20_000

/** @typedef {{ name: string, severity: string, title: string }} Advisory */

/**
 * What `npm audit --json` wrote, as a list: the gravest first.
 * @param {string} text @returns {Advisory[] | null} null when it is no answer of a registry that knows advisories
 */
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

/**
 * Asks the registry for known advisories of what the platform runs on, without the tools of its development.
 * @returns {Promise<Advisory[] | null>} null when the registry does not answer
 */
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
