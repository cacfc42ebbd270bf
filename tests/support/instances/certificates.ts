import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '~/scripts/lib/processes/run.mjs'

/** Self-signed certificates, and the paths of the one in use. */
export interface Certificates {
  files: { cert: string; key: string }
  /** Makes a certificate for these host names and addresses, by openssl. */
  make(name: string, hosts: string[], days?: number): Promise<void>
  /** Copies a certificate, or a part of it, to the paths in use. */
  use(name: string, parts?: ('cert' | 'key')[]): Promise<void>
  path(name: string, part: 'cert' | 'key'): string
  close(): void
}

export function openCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-tls-'))
  const path = (name: string, part: 'cert' | 'key') => join(folder, `${name}.${part}.pem`)
  return {
    path,
    files: { cert: path('used', 'cert'), key: path('used', 'key') },
    async make(name, hosts, days = 2) {
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      const kept = ['-keyout', path(name, 'key'), '-out', path(name, 'cert'), '-days', String(days)]
      const names = `subjectAltName=${hosts.map((host) => `${isIP(host) ? 'IP' : 'DNS'}:${host}`).join()}`
      const said = await run('openssl', [
        'req',
        '-x509',
        ...key,
        ...kept,
        '-subj',
        `/CN=${name}`,
        '-addext',
        names
      ])
      if (said.code !== 0) throw new Error(`openssl made no certificate: ${said.tail.join(' ')}`)
    },
    async use(name, parts = ['cert', 'key']) {
      for (const part of parts) await copyFile(path(name, part), path('used', part))
    },
    close: () => rmSync(folder, { recursive: true, force: true })
  }
}
