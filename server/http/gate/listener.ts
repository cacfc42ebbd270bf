import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { addressBucket, createQuota } from '~/server/limits'
import type { Log } from '~/server/platform/log'
import { closeServer, listenOnPort } from '~/server/platform/processes/lifecycle'
import { type CertificateFiles, openCertificate } from './certificate'
import type { Gate } from './index'

/** Limit of a TLS handshake in milliseconds. */
const HANDSHAKE_MS = 10_000

interface TlsListenerParts {
  gate: Gate
  files: CertificateFiles
  port: number
  /** Absent: listens on all addresses. */
  host?: string | undefined
  /** Concurrent TLS handshakes of one address; null: no limit. */
  handshakes: number | null
  log: Log
}

export interface TlsListener {
  port: number
  reloadCertificate(): Promise<void>
  close(): Promise<void>
}

/**
 * Terminates TLS for every name below the domain. Host selects an HTTP endpoint, the TLS server name any other. An
 * unknown name gets the same certificate and an error page.
 * @throws Error in one sentence when the certificate or the port cannot be used
 */
export async function openTlsListener(parts: TlsListenerParts): Promise<TlsListener> {
  const { gate, files, log } = parts
  const certificate = await openCertificate(files, log, (pair) => server.setSecureContext(pair))
  const server = createServer({
    ...certificate.pair,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_MS
  })
  server.on('request', (req, res) => void gate.request(req, res, 'https'))
  server.on('checkContinue', (req, res) => void gate.request(req, res, 'https'))
  server.on('upgrade', (req, socket, head) => void gate.upgrade(req, socket, head, 'https'))
  server.requestTimeout = 1_800_000
  // The servers only provide these listeners; relayed connections never reach them.
  const [agree, speakHttp] = (['connection', 'secureConnection'] as const).map((event) => {
    const [listener] = server.listeners(event)
    server.removeAllListeners(event)
    return (socket: Socket) => void listener!.call(server, socket)
  })
  const pending = createPending(parts.handshakes)
  server.on('connection', (socket: Socket) => (pending.begin(socket) ? agree!(socket) : socket.destroy()))
  server.on('secureConnection', (socket: TLSSocket & { servername?: string | false }) => {
    pending.end(socket)
    // After the handshake one side may end while the other still sends; before it, an end closes the connection.
    socket.allowHalfOpen = true
    socket.on('error', () => socket.destroy())
    gate.relay(socket.servername || '', socket).then(
      (taken) => taken || speakHttp!(socket),
      () => socket.destroy()
    )
  })

  const port = await listenOnPort(server, parts.port, parts.host).catch((error) => {
    certificate.close()
    throw error
  })
  return {
    port,
    reloadCertificate: certificate.reloadIfChanged,
    async close() {
      certificate.close()
      await closeServer(server)
    }
  }
}

/** Counts unfinished TLS handshakes of each address, `most` at once. */
function createPending(most: number | null) {
  const quota = createQuota(most)
  const leaving = new Map<string, () => void>()
  const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
  return {
    begin(socket: Socket): boolean {
      const bucket = addressBucket(socket.remoteAddress ?? '')
      if (!quota.take(bucket)) return false
      const key = keyOf(socket)
      const leave = () => {
        if (leaving.delete(key)) quota.release(bucket)
      }
      leaving.set(key, leave)
      socket.once('close', leave)
      return true
    },
    end: (socket: Socket) => leaving.get(keyOf(socket))?.()
  }
}
