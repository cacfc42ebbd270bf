import { describe, expect, it } from 'vitest'
import { statusOf } from '../refused'
import { asEngineError, asPullError, isMissing, pullFault, startFault } from './errors'

const refusal = (statusCode: number, message: string) => ({
  statusCode,
  json: { message },
  message: 'around it'
})

describe('what the library throws', () => {
  it('an error is unreachable without a response, gone with a 404, failed otherwise', () => {
    const none = asEngineError(Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' }))
    expect(none).toMatchObject({ fault: 'unreachable', message: 'connect ENOENT' })
    expect(statusOf(none)).toBeNull()
    const gone = asEngineError(refusal(404, 'No such container: x'))
    expect(isMissing(gone)).toBe(true)
    const failed = asEngineError(refusal(500, 'out of luck'))
    expect(failed).toMatchObject({ fault: 'failed', message: 'out of luck' })
    expect(statusOf(failed)).toBe(500)
  })

  it('the text that dockerode adds to messages of a stream is removed', () => {
    const error = Object.assign(new Error('(HTTP code 500) server error - no - really '), { statusCode: 500 })
    expect(asEngineError(error).message).toBe('no - really')
  })
})

describe('a start', () => {
  it.each([
    [
      'driver failed programming external connectivity on endpoint x (ab): Bind for 127.0.0.1:80 failed: port is already allocated',
      'port_taken'
    ],
    [
      'driver failed programming external connectivity on endpoint x (ab): Error starting userland proxy: listen tcp4 127.0.0.1:80: bind: address already in use',
      'port_taken'
    ],
    [
      'failed to set up container networking: driver failed programming external connectivity on endpoint x (ab): failed to bind host port for 127.0.0.1:80: address already in use',
      'port_taken'
    ],
    ['Pool overlaps with other one on this address space', 'subnet_taken'],
    ['invalid pool request: Pool overlaps with other one on this address space', 'subnet_taken'],
    [
      'cannot create network ab (br-ab): conflicts with network cd (br-cd): networks have overlapping IPv4',
      'subnet_taken'
    ],
    [
      'cannot create network ab (hal-ab): conflicts with network cd (hal-ab): networks have same bridge name',
      'name_taken'
    ],
    ['network with name hal-ab already exists', 'name_taken'],
    // Messages of Podman.
    ['network name hal-ab already used: network already exists', 'name_taken'],
    ['subnet 10.213.0.0/28 is already used on the host or by another config', 'subnet_taken'],
    [
      'container create: creating container storage: the container name "hal-ab" is already in use by cd. You have to remove that container to be able to reuse that name: that name is already in use',
      'name_taken'
    ],
    [
      'Conflict. The container name "/hal-ab" is already in use by container "cd". You have to remove (or rename) that container to be able to reuse that name.',
      'name_taken'
    ],
    ['No such image: web:1', 'image.not_found'],
    [
      'OCI runtime create failed: unable to start container process: exec: "/nope": stat /nope: no such file or directory: unknown',
      'start_failed'
    ],
    ['error creating overlay mount: no space left on device', 'image.disk_full']
  ])('a start that fails with "%s" has the fault %s', (message, fault) => {
    expect(startFault(asEngineError(refusal(500, message)))).toMatchObject({ fault, message })
  })

  it('a start without a response keeps its fault', () => {
    const none = asEngineError(new Error('socket hang up'))
    expect(startFault(none)).toBe(none)
    expect(asPullError(none, { loggedIn: true })).toBe(none)
  })
})

describe('a start fails by the challenge, or by what its machine has to do at the moment', () => {
  it.each([
    ['exec: "nope": executable file not found in $PATH: unknown', 'start_failed'],
    [
      'crun: executable file `nope` not found in $PATH: No such file or directory: OCI runtime attempted to invoke a command that was not found',
      'start_failed'
    ],
    [
      'failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "/app": permission denied: unknown',
      'start_failed'
    ],
    ['unable to find user tide: no matching entries in passwd file', 'start_failed'],
    // A machine on which many start at once.
    [
      'driver failed programming external connectivity on endpoint x (ab): iptables failed: iptables --wait -t nat -A DOCKER: Another app is currently holding the xtables lock',
      'failed'
    ],
    ['failed to create shim task: context deadline exceeded: unknown', 'failed'],
    ['fork/exec /usr/bin/containerd-shim-runc-v2: cannot allocate memory', 'failed'],
    ['failed to create task for container: resource temporarily unavailable: unknown', 'failed'],
    ['grpc: the client connection is closing: unknown', 'failed']
  ])('"%s": %s', (message, fault) => {
    expect(startFault(asEngineError(refusal(500, message)))).toMatchObject({ fault, message })
  })

  it('a start that asked for something wrong is its own fault', () => {
    const wrong = asEngineError(refusal(400, 'invalid CapAdd: "CAP_NO_SUCH"'))
    expect(startFault(wrong)).toMatchObject({ fault: 'start_failed' })
  })
})

describe('a pull', () => {
  it.each([
    ['Head "https://h/v2/a/manifests/1": no basic auth credentials', 'image.auth_failed'],
    ['Get "https://h/v2/": unauthorized: incorrect username or password', 'image.auth_failed'],
    ['unauthorized: authentication required', 'image.auth_failed'],
    ['denied: requested access to the resource is denied', 'image.auth_failed'],
    ['manifest for h/a:1 not found: manifest unknown: manifest unknown', 'image.not_found'],
    ['name unknown: repository name not known to registry', 'image.not_found'],
    [
      "pull access denied for a, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
      'image.not_found'
    ],
    [
      'Get "https://h/v2/": dial tcp 192.0.2.1:443: connect: connection refused',
      'image.registry_unreachable'
    ],
    ['Get "https://h/v2/": dial tcp: lookup h on 192.0.2.53:53: no such host', 'image.registry_unreachable'],
    [
      'Get "https://h/v2/": dial tcp: lookup h: Temporary failure in name resolution',
      'image.registry_unreachable'
    ],
    ['Get "https://h/v2/": dial tcp 192.0.2.1:443: i/o timeout', 'image.registry_unreachable'],
    [
      'Get "https://h/v2/": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)',
      'image.registry_unreachable'
    ],
    ['Get "https://h/v2/": x509: certificate signed by unknown authority', 'image.registry_unreachable'],
    ['Get "https://h/v2/": http: server gave HTTP response to HTTPS client', 'image.registry_unreachable'],
    ['received unexpected HTTP status: 503 Service Unavailable', 'image.registry_unreachable'],
    ['no matching manifest for linux/amd64 in the manifest list entries', 'image.platform_mismatch'],
    ['image operating system "windows" cannot be used on this platform', 'image.platform_mismatch'],
    ['failed to register layer: write /usr/lib/x: no space left on device', 'image.disk_full'],
    ['toomanyrequests: You have reached your pull rate limit', 'image.failed']
  ])('a pull that fails with "%s" has the fault %s', (message, fault) => {
    expect(pullFault(message, { loggedIn: false })).toBe(fault)
  })

  it('a pull that is denied after a login is a fault of the login', () => {
    const message =
      "pull access denied for a, repository does not exist or may require 'docker login': denied: requested access to the resource is denied"
    expect(pullFault(message, { loggedIn: true })).toBe('image.auth_failed')
  })
})
