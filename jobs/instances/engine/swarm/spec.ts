import { namesOf } from '../docker/names'
import { DEAD_RESOLVER, healthcheckOf, labelsOf, tmpfsOf } from '../docker/spec'
import { EngineError, type StartPlan } from '../engine'
import { NETWORKS } from './nodes'

const MIB = 1024 * 1024
/** The part of an instance's processors that is reserved for it: challenges idle most of the time. */
const CPU_RESERVED = 10

/** @throws EngineError `start_failed` for what a Swarm cannot keep as strictly as one machine can */
export function requireFit({ beside = [], readOnly, egress, volumes = [] }: StartPlan): void {
  const why =
    beside.length > 0 || volumes.length > 0
      ? 'has several containers'
      : !readOnly
        ? 'has a writable root file system'
        : egress.kind === 'hosts'
          ? 'may connect to a list of hosts'
          : null
  if (why) throw new EngineError('start_failed', `Docker Swarm runs no instance that ${why}`)
}

/** The flag's file. Swarm keeps secrets encrypted, and gives them to the node of the service only. */
export const secretSpec = (plan: StartPlan, install: string, content: string) => ({
  Name: namesOf(plan.instance).object,
  Labels: labelsOf(plan, install),
  Data: Buffer.from(content).toString('base64')
})

export interface SecretFile {
  id: string
  uid: number
  gid: number
}

function processOf({ entrypoint, command, user, hostname, workingDir, healthcheck }: StartPlan) {
  return {
    ...(entrypoint && { Command: entrypoint }),
    ...(command && { Args: command }),
    ...(user !== undefined && { User: user }),
    ...(hostname && { Hostname: hostname }),
    ...(workingDir && { Dir: workingDir }),
    ...(healthcheck && { Healthcheck: healthcheckOf(healthcheck) })
  }
}

function containerSpec(
  plan: StartPlan,
  install: string,
  declared: readonly string[],
  secret: SecretFile | null
) {
  return {
    Image: plan.image,
    ...processOf(plan),
    Env: Object.entries(plan.env).map(([name, value]) => `${name}=${value}`),
    Labels: labelsOf(plan, install),
    ReadOnly: true,
    CapabilityDrop: ['ALL'],
    CapabilityAdd: plan.capabilities,
    // Works from Docker 25 on; before, `no-new-privileges` of the node's daemon does it.
    Privileges: { NoNewPrivileges: true },
    OomScoreAdj: 500,
    Ulimits: [{ Name: 'nofile', Soft: 4096, Hard: 4096 }],
    Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0' },
    Init: false,
    // No grace period: many programs ignore SIGTERM as the first process.
    StopGracePeriod: 0,
    Mounts: [...tmpfsOf(plan, declared)].map(([path, mb]) => ({
      Type: 'tmpfs',
      Target: path,
      // `exec` from Docker 27 on.
      TmpfsOptions: { SizeBytes: mb * MIB, Mode: 0o1777, Options: [['exec']] }
    })),
    ...(secret &&
      plan.file && {
        Secrets: [
          {
            SecretID: secret.id,
            SecretName: namesOf(plan.instance).object,
            File: {
              Name: plan.file.path,
              UID: String(secret.uid),
              GID: String(secret.gid),
              Mode: plan.file.mode
            }
          }
        ]
      }),
    ...(plan.egress.kind !== 'internet' && {
      DNSConfig: { Nameservers: [DEAD_RESOLVER], Options: ['timeout:1', 'attempts:1'] }
    })
  }
}

/**
 * A service of one task that is never restarted, at ports of the node that takes it: Swarm's own mesh would open them on every
 * address of every node.
 * @param avoid ids of nodes that must not take it
 */
export function serviceSpec(
  plan: StartPlan,
  install: string,
  {
    declared,
    secret,
    avoid
  }: { declared: readonly string[]; secret: SecretFile | null; avoid: readonly string[] }
) {
  const { limits } = plan
  const memory = limits.memoryMb * MIB
  return {
    Name: namesOf(plan.instance).object,
    Labels: labelsOf(plan, install),
    Mode: { Replicated: { Replicas: 1 } },
    EndpointSpec: {
      Mode: 'dnsrr',
      Ports: plan.publish.map(({ inside, port }) => ({
        ...{ Protocol: 'tcp', TargetPort: inside, PublishedPort: port, PublishMode: 'host' }
      }))
    },
    TaskTemplate: {
      ContainerSpec: containerSpec(plan, install, declared, secret),
      Resources: {
        Limits: { NanoCPUs: limits.cpu * 1e8, MemoryBytes: memory, Pids: limits.pids },
        Reservations: { NanoCPUs: Math.ceil((limits.cpu * 1e8) / CPU_RESERVED), MemoryBytes: memory }
      },
      RestartPolicy: { Condition: 'none' },
      Placement: { Constraints: avoid.map((node) => `node.id!=${node}`) },
      LogDriver: { Name: 'json-file', Options: { 'max-size': '1m', 'max-file': '1' } },
      Networks: [{ Target: plan.egress.kind === 'internet' ? NETWORKS.internet : NETWORKS.closed }]
    }
  }
}
