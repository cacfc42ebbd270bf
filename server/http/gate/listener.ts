import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { addressBucket, createQuota } from '~/server/limits'
import type { Log } from '~/server/platform/log'
import { closeServer, listen } from '~/server/platform/processes/lifecycle'
import { type CertificateFiles, openCertificate } from './certificate'
import type { Gate } from './index'

/** Milliseconds that a TLS handshake may take. */
const HANDSHAKE_MS = 10_000

export interface TlsListenerParts {
  gate: Gate
  files: CertificateFiles
  port: number
  /** Address to listen on; absent: every one. */
  host?: string | undefined
  /** TLS handshakes that one address may have under way; null: any number. */
  handshakes: number | null
  log: Log
}

/** TLS for names of instances. */
export interface TlsListener {
  port: number
  /** Checks for a renewed certificate now. */
  reloadCertificate(): Promise<void>
  /** Accepts no more connections, and waits for the answers under way. */
  close(): Promise<void>
}

/**
 * Ends TLS for every name below the domain: an endpoint that speaks HTTP is found by Host afterwards, any other by the
 * name that TLS asked for. A name that leads nowhere gets the same certificate and the page for that, as does none.
 * @throws Error in one sentence when the certificate cannot be used, or the port
 */
export async function openTlsListener(parts: TlsListenerParts): Promise<TlsListener> {
  const { gate, files, log } = parts
  const certificate = await openCertificate(files, log, (pair) => server.setSecureContext(pair))
  const server = createServer({
    ...certificate.pair,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_MS,
    // One side of a connection may have ended while the other goes on.
    allowHalfOpen: true
  })
  server.on('request', (req, res) => void gate.request(req, res, 'https'))
  server.on('checkContinue', (req, res) => void gate.request(req, res, 'https'))
  server.on('upgrade', (req, socket, head) => void gate.upgrade(req, socket, head, 'https'))
  server.requestTimeout = 1_800_000
  // What agrees on TLS, and what speaks HTTP over it, are these listeners; not everybody gets that far.
  const [agree, speakHttp] = (['connection', 'secureConnection'] as const).map((event) => {
    const [listener] = server.listeners(event)
    server.removeAllListeners(event)
    return (socket: Socket) => void listener!.call(server, socket)
  })
  const pending = createPending(parts.handshakes)
  server.on('connection', (socket: Socket) => (pending.begin(socket) ? agree!(socket) : socket.destroy()))
  server.on('secureConnection', (socket: TLSSocket & { servername?: string | false }) => {
    pending.end(socket)
    socket.on('error', () => socket.destroy())
    gate.relay(socket.servername || '', socket).then(
      (taken) => taken || speakHttp!(socket),
      () => socket.destroy()
    )
  })

  const port = await listen(server, parts.port, parts.host).catch((error) => {
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

/** Connections whose TLS handshake is under way, counted by address; each has `most`. */
function createPending(most: number | null) {
  const quota = createQuota(most)
  const leaving = new Map<string, () => void>()
  const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
  return {
    /** False when the address has as many as it may. */
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
