import { posix } from 'node:path'
import type Docker from 'dockerode'
import { EngineError, type StartPlan } from '../engine'
import { LABEL, type Names, namesOf } from './names'

/** Folders that programs expect to write to. */
const WRITABLE = ['/tmp', '/run', '/var/tmp']

/**
 * A name server that is never there, in the container's own loopback network: Docker's built-in one would otherwise ask
 * the host's, which no rule for the container's packets sees. Older engines then answer nothing at all, so programs are
 * told not to wait for long.
 */
const DEAD_RESOLVER = '127.255.255.254'

const MIB = 1024 * 1024

/** What the engine itself says that shapes a container. */
export interface Abilities {
  cpus: number
  /** Writable layers can be limited. */
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

/** The first two addresses of the instance's subnet. Throws EngineError for what is not a network of four or more. */
export function addressesOf(subnet: string): { gateway: string; container: string } {
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
  return { gateway: written(base + 1), container: written(base + 2) }
}

/** Docker publishes nothing on a network that it calls internal. */
export function isInternal(plan: StartPlan): boolean {
  return plan.egress.kind === 'none' && plan.publish === null
}

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
      'com.docker.network.bridge.enable_icc': 'false',
      'com.docker.network.bridge.enable_ip_masquerade': String(plan.egress.kind !== 'none')
    },
    Labels: labelsOf(plan, install)
  }
}

/**
 * Mounts and tmpfs of a container. Volumes that the image declares are tmpfs as well, whatever the root is: Docker's own
 * for them have no limit. With a read-only root the file's folder comes from its volume.
 */
function writableParts(plan: StartPlan, names: Names, volumes: readonly string[]) {
  const folder = plan.readOnly && plan.file ? posix.dirname(plan.file.path) : null
  const options = `rw,exec,nosuid,nodev,size=${plan.limits.diskMb}m,mode=1777`
  const folders = new Set([...(plan.readOnly ? WRITABLE : []), ...volumes])
  if (folder) folders.delete(folder)
  return {
    // Runtimes before runc 1.2 keep the mode of a folder that the image has.
    Tmpfs: Object.fromEntries([...folders].map((path) => [path, options])),
    // Read-only here, so that nobody fills the host's disk through it; its content came from another container.
    ...(folder && {
      Mounts: [{ Type: 'volume' as const, Source: names.object, Target: folder, ReadOnly: true }]
    })
  }
}

/** The container of an instance. Its limits are hard ones, and what the engine has is all that it can get. */
export function containerSpec(
  plan: StartPlan,
  install: string,
  able: Abilities,
  volumes: readonly string[] = []
): Docker.ContainerCreateOptions {
  const names = namesOf(plan.instance)
  const { limits, egress, publish } = plan
  const port = `${plan.port}/tcp`
  const memory = limits.memoryMb * MIB
  return {
    Image: plan.image,
    Env: Object.entries(plan.env).map(([name, value]) => `${name}=${value}`),
    Labels: labelsOf(plan, install),
    ExposedPorts: { [port]: {} },
    HostConfig: {
      NetworkMode: names.object,
      NanoCpus: Math.min(limits.cpu * 1e8, able.cpus * 1e9),
      Memory: memory,
      // Equal, so there is no swap.
      MemorySwap: memory,
      PidsLimit: limits.pids,
      OomScoreAdj: 500,
      Ulimits: [{ Name: 'nofile', Soft: 4096, Hard: 4096 }],
      CapDrop: ['ALL'],
      CapAdd: plan.capabilities,
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      ReadonlyRootfs: plan.readOnly,
      ...writableParts(plan, names, volumes),
      ...(able.diskQuota && !plan.readOnly && { StorageOpt: { size: `${limits.diskMb}m` } }),
      LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
      RestartPolicy: { Name: 'no' },
      AutoRemove: false,
      Init: false,
      PublishAllPorts: false,
      PortBindings: publish ? { [port]: [{ HostIp: publish.address, HostPort: String(publish.port) }] } : {},
      ...(egress.kind !== 'internet' && { Dns: [DEAD_RESOLVER], DnsOptions: ['timeout:1', 'attempts:1'] }),
      ...(egress.kind === 'hosts' && {
        ExtraHosts: egress.hosts.flatMap(({ name, addresses }) =>
          addresses.map((address) => `${name}:${address}`)
        )
      })
    },
    NetworkingConfig: {
      EndpointsConfig: {
        [names.object]: { IPAMConfig: { IPv4Address: addressesOf(plan.subnet).container } }
      }
    }
  }
}

/**
 * A container that never runs. Its root can be written to, so the file can be put into the volume, which first takes
 * what the image has in that folder.
 */
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
