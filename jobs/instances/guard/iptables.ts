import { spawn } from 'node:child_process'

export class FirewallError extends Error {
  constructor(
    readonly fault: 'no_iptables' | 'not_permitted' | 'failed',
    message: string
  ) {
    super(message)
    this.name = 'FirewallError'
  }
}

const DEADLINE_MS = 15_000
/** Seconds to wait for another program's lock. */
const WAIT = ['-w', '5']
/** Services are often started without these folders in PATH. */
const PATH = [process.env.PATH, '/usr/sbin', '/sbin', '/usr/local/sbin'].filter(Boolean).join(':')

export type Family = 'iptables' | 'ip6tables'

function execute(program: string, args: string[], input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, PATH, LC_ALL: 'C' },
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL'
    })
    let output = ''
    let complained = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (complained += chunk))
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(new FirewallError(error.code === 'ENOENT' ? 'no_iptables' : 'failed', error.message))
    )
    child.on('close', (code) => {
      if (code === 0) return resolve(output)
      const denied = /permission denied|operation not permitted|you must be root/i.test(complained)
      const text = complained.trim() || `${program} ended with ${code ?? 'a signal'}`
      reject(new FirewallError(denied ? 'not_permitted' : 'failed', text))
    })
    // A program that ends early reports the reason on stderr.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Rules of table `filter` without `-A NAME`; null when the chain is missing. Throws FirewallError. */
export async function readChain(family: Family, chain: string): Promise<string[] | null> {
  const rules = await execute(family, [...WAIT, '-S'], '')
  const lines = rules.split('\n')
  if (!lines.some((line) => line === `-N ${chain}` || line.startsWith(`-P ${chain} `))) return null
  const start = `-A ${chain} `
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length))
}

/** Runs lines of iptables-restore, all or none. Throws FirewallError. */
export async function restoreTable(family: Family, table: string): Promise<void> {
  await execute(`${family}-restore`, [...WAIT, '--noflush'], table)
}
