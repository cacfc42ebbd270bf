import { posix } from 'node:path'
import type Docker from 'dockerode'
import { type ContainerPlan, EngineError, type StartPlan } from '../engine'
import { LABEL, type Names, namesOf } from './names'

const WRITABLE = ['/tmp', '/run', '/var/tmp']

/**
 * A name server that never exists: Docker's own would query the host's, which no container rule covers.
 * Older engines do not respond then, so programs get a short timeout.
 */
export const DEAD_RESOLVER = '127.255.255.254'

const MIB = 1024 * 1024

export interface Abilities {
  cpus: number
  diskQuota: boolean
}

export function labelsOf(plan: StartPlan, install: string): Record<string, string> {
  return {
    ...plan.labels,
    [LABEL.install]: install,
    [LABEL.instance]: plan.instance,
    [LABEL.generation]: String(plan.generation)
  }
}

/** Gateway, first container, and `beside` others. Throws EngineError for an invalid or too small network. */
export function addressesOf(
  subnet: string,
  beside = 0
): { gateway: string; container: string; beside: string[] } {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(subnet)
  const [a, b, c, d, bits] = (parts ?? []).slice(1).map(Number) as [number, number, number, number, number]
  if (!parts || [a, b, c, d].some((byte) => byte > 255) || bits > 30) {
    throw new EngineError('failed', `${subnet} is no subnet for an instance`)
  }
  const base = ((a * 256 + b) * 256 + c) * 256 + d
  if (base % 2 ** (32 - bits) !== 0)
    throw new EngineError('failed', `${subnet} does not begin at its network`)
  const written = (address: number) =>
    [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
  if (beside + 4 > 2 ** (32 - bits))
    throw new EngineError('failed', `${subnet} has no room for ${beside + 1} containers`)
  return {
    gateway: written(base + 1),
    container: written(base + 2),
    beside: Array.from({ length: beside }, (_, n) => written(base + 3 + n))
  }
}

export const containersOf = (plan: StartPlan): ContainerPlan[] => [plan, ...(plan.beside ?? [])]

/** Docker publishes no ports on internal networks. */
function isInternal(plan: StartPlan): boolean {
  return plan.egress.kind === 'none' && containersOf(plan).every(({ publish }) => publish.length === 0)
}

/** The network of one instance; it has a way out only where the plan says so. */
export function networkSpec(plan: StartPlan, install: string): Docker.NetworkCreateOptions {
  const names = namesOf(plan.instance)
  return {
    Name: names.object,
    CheckDuplicate: true,
    Driver: 'bridge',
    Internal: isInternal(plan),
    EnableIPv6: false,
    IPAM: { Driver: 'default', Config: [{ Subnet: plan.subnet, Gateway: addressesOf(plan.subnet).gateway }] },
    Options: {
      'com.docker.network.bridge.name': names.bridge(plan.egress.kind === 'internet'),
      // A single container has the bridge alone, unless a solver joins it.
      'com.docker.network.bridge.enable_icc': String((plan.beside ?? []).length > 0 || plan.joined === true),
      'com.docker.network.bridge.enable_ip_masquerade': String(plan.egress.kind !== 'none')
    },
    Labels: labelsOf(plan, install)
  }
}

/** MiB of folders in memory, by path. Declared volumes are among them, because Docker's have no size limit. */
export function tmpfsOf(
  { tmpfs = [], readOnly, limits }: ContainerPlan,
  declared: readonly string[]
): Map<string, number> {
  const sizes = new Map([...(readOnly ? WRITABLE : []), ...declared].map((path) => [path, limits.diskMb]))
  for (const { path, sizeMb } of tmpfs) sizes.set(path, sizeMb)
  return sizes
}

/** With a read-only root, a volume provides the file's folder. */
function writableParts(plan: ContainerPlan, names: Names, declared: readonly string[]) {
  const { volumes = [], readOnly, file } = plan
  const folder = readOnly && file ? posix.dirname(file.path) : null
  const sizes = tmpfsOf(plan, declared)
  for (const path of [folder, ...volumes.map((one) => one.path)]) if (path) sizes.delete(path)
  const mount = (Source: string, Target: string, ReadOnly: boolean) => ({
    ...{ Type: 'volume' as const, Source, Target, ReadOnly }
  })
  return {
    // Runtimes before runc 1.2 keep the mode of the image's folder.
    Tmpfs: Object.fromEntries(
      [...sizes].map(([path, mb]) => [path, `rw,exec,nosuid,nodev,size=${mb}m,mode=1777`])
    ),
    Mounts: [
      // Read-only, so that it cannot fill the host's disk; the helper container filled it.
      ...(folder ? [mount(names.object, folder, true)] : []),
      ...volumes.map(({ name, path, readOnly }) => mount(names.volume(name), path, readOnly))
    ]
  }
}

/** Host entries for other containers, because names must resolve at once and without a name server. */
function neighboursOf(plan: StartPlan, own: ContainerPlan): string[] {
  const { container, beside } = addressesOf(plan.subnet, plan.beside?.length)
  return containersOf(plan).flatMap((one, n) =>
    one === own || !one.service ? [] : `${one.service}:${[container, ...beside][n]}`
  )
}

/** The health check in the form of the engine's API, with times in nanoseconds. */
export const healthcheckOf = (check: NonNullable<ContainerPlan['healthcheck']>) => ({
  Test: check.test,
  Interval: check.intervalMs * 1e6,
  Timeout: check.timeoutMs * 1e6,
  StartPeriod: check.startPeriodMs * 1e6,
  Retries: check.retries
})

function processOf({ command, entrypoint, user, hostname, workingDir, healthcheck }: ContainerPlan) {
  return {
    ...(entrypoint && { Entrypoint: entrypoint }),
    ...(command && { Cmd: command }),
    ...(user !== undefined && { User: user }),
    ...(hostname && { Hostname: hostname }),
    ...(workingDir && { WorkingDir: workingDir }),
    ...(healthcheck && { Healthcheck: healthcheckOf(healthcheck) })
  }
}

function placeOf(plan: StartPlan, own: ContainerPlan, install: string) {
  const { object } = namesOf(plan.instance)
  const { container, beside } = addressesOf(plan.subnet, plan.beside?.length)
  const address = [container, ...beside][containersOf(plan).indexOf(own)]!
  const others = (plan.beside ?? []).map(({ service }) => service)
  const labels = labelsOf(plan, install)
  if (own.service) labels[LABEL.service] = own.service
  if (own === plan && others.length > 0) labels[LABEL.beside] = others.join(',')
  return {
    labels,
    bindings: Object.fromEntries(
      own.publish.map(({ inside, address, port }) => [
        `${inside}/tcp`,
        [{ HostIp: address, HostPort: String(port) }]
      ])
    ),
    endpoint: {
      [object]: {
        IPAMConfig: { IPv4Address: address },
        ...(own.service && { Aliases: [own.service] })
      }
    }
  }
}

/** `declared`: folders that the image declares as volumes. */
export function containerSpec(
  plan: StartPlan,
  install: string,
  able: Abilities,
  declared: readonly string[] = [],
  own: ContainerPlan = plan
): Docker.ContainerCreateOptions {
  const names = namesOf(plan.instance)
  const { egress } = plan
  const { limits } = own
  const { labels, bindings, endpoint } = placeOf(plan, own, install)
  const hosts = [
    ...neighboursOf(plan, own),
    ...(egress.kind === 'hosts'
      ? egress.hosts.flatMap(({ name, addresses }) => addresses.map((address) => `${name}:${address}`))
      : [])
  ]
  const memory = limits.memoryMb * MIB
  return {
    Image: own.image,
    ...processOf(own),
    Env: Object.entries(own.env).map(([name, value]) => `${name}=${value}`),
    Labels: labels,
    ExposedPorts: Object.fromEntries(Object.keys(bindings).map((port) => [port, {}])),
    HostConfig: {
      NetworkMode: names.object,
      NanoCpus: Math.min(limits.cpu * 1e8, able.cpus * 1e9),
      Memory: memory,
      // Equal, so that there is no swap.
      MemorySwap: memory,
      PidsLimit: limits.pids,
      OomScoreAdj: 500,
      Ulimits: [{ Name: 'nofile', Soft: 4096, Hard: 4096 }],
      // Docker's own default, which Podman has not: services without capabilities listen on any port.
      Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
      CapDrop: ['ALL'],
      CapAdd: own.capabilities,
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      ReadonlyRootfs: own.readOnly,
      ...writableParts(own, names, declared),
      ...(able.diskQuota && !own.readOnly && { StorageOpt: { size: `${limits.diskMb}m` } }),
      LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
      RestartPolicy: { Name: 'no' },
      AutoRemove: false,
      Init: false,
      PublishAllPorts: false,
      PortBindings: bindings,
      ...(egress.kind !== 'internet' && { Dns: [DEAD_RESOLVER], DnsOptions: ['timeout:1', 'attempts:1'] }),
      ...(hosts.length > 0 && { ExtraHosts: hosts })
    },
    NetworkingConfig: { EndpointsConfig: endpoint }
  }
}

/** A container that never runs. Its root is writable, so that the file can be copied into the volume. */
export function fillerSpec(plan: StartPlan, install: string, folder: string): Docker.ContainerCreateOptions {
  return {
    Image: plan.image,
    Labels: labelsOf(plan, install),
    HostConfig: {
      NetworkMode: 'none',
      Mounts: [{ Type: 'volume', Source: namesOf(plan.instance).object, Target: folder }]
    }
  }
}
