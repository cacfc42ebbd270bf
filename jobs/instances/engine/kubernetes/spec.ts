import { sha256Hex } from '~/server/platform/sha256'
import { namesOf } from '../docker/names'
import { containersOf, DEAD_RESOLVER, labelsOf, tmpfsOf } from '../docker/spec'
import { type ContainerPlan, type Credentials, type Egress, EngineError, type StartPlan } from '../engine'
import { containerName, SERVICES } from './api'
import { cores, mebibytes } from './quantities'

/** The part of an instance's processors that is reserved for it: challenges idle most of the time. */
const CPU_RESERVED = 10
/** MiB of a log, which the kubelet counts to what a Pod writes. */
const LOG_MB = 64
/** The group that may read the flag's file: the programs of its container are in it, whatever user they have. */
const FLAG_GROUP = 64_000
/** The longest life that a game needs, after which a forgotten Pod ends by itself. */
const MAX_SECONDS = 30 * 24 * 3600
/** Until a node that does not answer has lost its instances. */
const AWAY_SECONDS = 60

/** A label of Pods: `none`, `internet` or `hosts`; policies select by it. */
export const EGRESS_LABEL = 'halyard.egress'

const numberOf = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null

/** User and group of an instruction such as `1000:1000`; null when it is a name, which only the image knows. */
export function userOf(user: string | undefined): { runAsUser?: number; runAsGroup?: number } | null {
  if (user === undefined) return {}
  const [first, group] = user.split(':')
  const [uid, gid] = [numberOf(first), numberOf(group)]
  if (uid === null || (group !== undefined && gid === null)) return null
  return { runAsUser: uid, ...(gid !== null && { runAsGroup: gid }) }
}

/** @throws EngineError `start_failed` for what a Pod cannot do; names the field */
export function requireFit(plan: StartPlan): void {
  const all = containersOf(plan)
  const name = ({ service }: ContainerPlan) => (service ? `services.${service}.` : '')
  for (const one of all) {
    const why =
      userOf(one.user) === null
        ? ['user', 'is a name, where a Pod needs numbers']
        : all.length > 1 && one.hostname
          ? ['hostname', 'is set, but the containers of a Pod share its name']
          : one.dependsOn?.some(({ condition }) => condition === 'healthy')
            ? ['depends_on', 'waits for health, but the containers of a Pod start together']
            : null
    if (why)
      throw new EngineError('start_failed', `Kubernetes cannot run it: ${name(one)}${why[0]} ${why[1]}`)
  }
}

/** Kubernetes would replace `$(NAME)`, which authors do not intend: two dollars become one. */
const verbatim = (text: string) => text.replaceAll('$', '$$$$')

const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

function probeOf({ healthcheck }: ContainerPlan) {
  if (!healthcheck || healthcheck.test[0] === 'NONE') return {}
  const [how, ...words] = healthcheck.test
  return {
    readinessProbe: {
      exec: { command: how === 'CMD-SHELL' ? ['/bin/sh', '-c', words.join(' ')] : words },
      periodSeconds: seconds(healthcheck.intervalMs),
      timeoutSeconds: seconds(healthcheck.timeoutMs),
      failureThreshold: healthcheck.retries
    }
  }
}

/** Folders in memory, shared ones and the flag's file, as volumes of the Pod and mounts of one container. */
interface Volume {
  name: string
  mount: { mountPath: string; readOnly?: boolean; subPath?: string }
  source: object
}

const inMemory = (mb: number) => ({ emptyDir: { medium: 'Memory', sizeLimit: mebibytes(mb) } })

function volumesOf(plan: StartPlan, own: ContainerPlan, index: number): Volume[] {
  const { file, volumes = [] } = own
  const shared = volumes.map(({ name, path, readOnly }) => ({
    name: `shared-${hashOf(name)}`,
    mount: { mountPath: path, readOnly },
    source: inMemory(plan.limits.diskMb)
  }))
  const taken = new Set(volumes.map(({ path }) => path))
  const folders = [...tmpfsOf(own, [])]
    .filter(([path]) => !taken.has(path))
    .map(([path, mb], n) => ({
      ...{ name: `memory-${index}-${n}`, mount: { mountPath: path }, source: inMemory(mb) }
    }))
  if (!file) return [...shared, ...folders]
  const flag: Volume = {
    name: 'flag',
    mount: { mountPath: file.path, subPath: 'flag', readOnly: true },
    // Read by its group as well, because the file is root's, and the programs may be another user's.
    source: { secret: { secretName: namesOf(plan.instance).object, defaultMode: file.mode | 0o040 } }
  }
  return [...shared, ...folders, flag]
}

export const hashOf = (text: string): string => sha256Hex(text).slice(0, 12)

/** `pull`: an image without a digest is on the nodes already, and no registry of others is asked for its name. */
const pullPolicy = (image: string) => (image.includes('@sha256:') ? 'IfNotPresent' : 'Never')

/** Takes rights from a container; also from those that only pull. */
export const confined = (capabilities: readonly string[] = []) => ({
  ...{ privileged: false, allowPrivilegeEscalation: false },
  capabilities: { drop: ['ALL'], ...(capabilities.length > 0 && { add: [...capabilities] }) }
})

function containerSpec(own: ContainerPlan, index: number, volumes: readonly Volume[]) {
  const { limits, entrypoint, command, workingDir } = own
  return {
    name: containerName(index),
    image: own.image,
    imagePullPolicy: pullPolicy(own.image),
    ...(entrypoint && { command: entrypoint.map(verbatim) }),
    ...(command && { args: command.map(verbatim) }),
    ...(workingDir && { workingDir }),
    env: Object.entries(own.env).map(([name, value]) => ({ name, value: verbatim(value) })),
    ports: own.publish.map(({ inside, port }) => ({
      ...{ containerPort: inside, hostPort: port, protocol: 'TCP' }
    })),
    ...probeOf(own),
    resources: {
      limits: {
        cpu: cores(limits.cpu),
        memory: mebibytes(limits.memoryMb),
        'ephemeral-storage': mebibytes(limits.diskMb + LOG_MB)
      },
      requests: {
        cpu: cores(limits.cpu / CPU_RESERVED),
        memory: mebibytes(limits.memoryMb),
        'ephemeral-storage': '0'
      }
    },
    securityContext: {
      ...confined(own.capabilities),
      readOnlyRootFilesystem: own.readOnly,
      ...userOf(own.user)
    },
    volumeMounts: volumes.map(({ name, mount }) => ({ name, ...mount }))
  }
}

/** Names that must resolve without a name server: neighbours in the Pod, and hosts that may be reached. */
function hostAliases(plan: StartPlan) {
  const services = containersOf(plan).flatMap(({ service }) => service ?? [])
  const hosts = plan.egress.kind === 'hosts' ? plan.egress.hosts : []
  return [
    ...(services.length > 0 ? [{ ip: '127.0.0.1', hostnames: services }] : []),
    ...hosts.flatMap(({ name, addresses }) => addresses.map((ip) => ({ ip, hostnames: [name] })))
  ]
}

/** The resolvers of the node only where the internet is allowed. */
const dnsOf = ({ kind }: Egress) =>
  kind === 'internet'
    ? { dnsPolicy: 'Default' }
    : {
        dnsPolicy: 'None',
        dnsConfig: {
          nameservers: [DEAD_RESOLVER],
          options: [
            { name: 'timeout', value: '1' },
            { name: 'attempts', value: '1' }
          ]
        }
      }

export interface Placement {
  /** Names of nodes that may take it; null: any. */
  nodes: readonly string[] | null
  /** Programs without capabilities may listen on any port, as on Docker; false for clusters that refuse the setting. */
  openPorts: boolean
}

/** Each node is a term of its own: a field may equal one value. */
const affinityTo = (nodes: readonly string[]) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: nodes.map((name) => ({
        matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }]
      }))
    }
  }
})

const awayFor = (key: string) => ({
  ...{ key: `node.kubernetes.io/${key}`, operator: 'Exists', effect: 'NoExecute' },
  tolerationSeconds: AWAY_SECONDS
})

/** A Pod that is never restarted, at ports of the node that takes it. */
export function podSpec(plan: StartPlan, install: string, { nodes, openPorts }: Placement) {
  const all = containersOf(plan)
  const volumes = all.map((one, index) => volumesOf(plan, one, index))
  const sources = new Map(volumes.flat().map(({ name, source }) => [name, { name, ...source }]))
  const services = all.flatMap(({ service }) => service ?? [])
  return {
    ...{ apiVersion: 'v1', kind: 'Pod' },
    metadata: {
      name: namesOf(plan.instance).object,
      labels: { ...labelsOf(plan, install), [EGRESS_LABEL]: plan.egress.kind },
      ...(services.length > 0 && { annotations: { [SERVICES]: services.join(',') } })
    },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: 1,
      activeDeadlineSeconds: MAX_SECONDS,
      ...(plan.hostname && { hostname: plan.hostname }),
      ...(nodes && { affinity: affinityTo(nodes) }),
      tolerations: ['not-ready', 'unreachable'].map(awayFor),
      ...dnsOf(plan.egress),
      hostAliases: hostAliases(plan),
      securityContext: {
        seccompProfile: { type: 'RuntimeDefault' },
        ...(all.some(({ file }) => file) && { fsGroup: FLAG_GROUP }),
        ...(openPorts && { sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }] })
      },
      ...(plan.credentials && { imagePullSecrets: [{ name: pullSecretName(plan) }] }),
      containers: all.map((one, index) => containerSpec(one, index, volumes[index]!)),
      volumes: [...sources.values()]
    }
  }
}

const metadataOf = (plan: StartPlan, install: string, name: string) => ({
  ...{ name, labels: labelsOf(plan, install) }
})

const pullSecretName = ({ instance }: StartPlan) => `${namesOf(instance).object}-pull`

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A login, as the kubelet reads it. */
export const loginSecret = (metadata: object, { host, username, password }: Credentials) => ({
  ...{ apiVersion: 'v1', kind: 'Secret', metadata },
  type: 'kubernetes.io/dockerconfigjson',
  data: {
    '.dockerconfigjson': base64(
      JSON.stringify({ auths: { [host]: { username, password, auth: base64(`${username}:${password}`) } } })
    )
  }
})

/** Secrets of an instance: its flag's file, and the login with which its node pulls the image, if it lacks it. */
export function secretSpecs(plan: StartPlan, install: string): object[] {
  const { file, credentials } = plan
  return [
    ...(file
      ? [
          {
            ...{ apiVersion: 'v1', kind: 'Secret', type: 'Opaque' },
            metadata: metadataOf(plan, install, namesOf(plan.instance).object),
            data: { flag: base64(file.content) }
          }
        ]
      : []),
    ...(credentials ? [loginSecret(metadataOf(plan, install, pullSecretName(plan)), credentials)] : [])
  ]
}
