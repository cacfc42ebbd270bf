import type { Readable } from 'node:stream'
import type { EngineKeys, EngineNode } from '~/server/engines/contract'
import type { Log } from '~/server/platform/log'

export interface EngineInfo {
  version: string
  os: string
  /** As Docker names it, such as `x86_64`. */
  architecture: string
  cpus: number
  memoryMb: number
  storageDriver: string
  /** The engine limits writable layers (`--storage-opt size`: overlay2 on XFS with pquota). */
  diskQuota: boolean
  runtimes: string[]
  /** Of a Swarm or a cluster; processors and memory above are those of nodes that take instances. */
  nodes?: EngineNode[]
  /** Of a Swarm: the network that instances of a node share, the same on all nodes. */
  subnet?: string
}

/** A container of an instance. Absent members keep the image's or the engine's default. */
export interface ContainerPlan {
  service?: string
  image: string
  env: Record<string, string>
  entrypoint?: string[]
  command?: string[]
  user?: string
  hostname?: string
  workingDir?: string
  healthcheck?: Healthcheck
  /** In-memory folders, beside those of a read-only root. */
  tmpfs?: { path: string; sizeMb: number }[]
  /** Folders shared by the instance's containers; deleted with it. */
  volumes?: { name: string; path: string; readOnly: boolean }[]
  /** Services that must run, or be healthy, before this one starts. */
  dependsOn?: { service: string; condition: 'started' | 'healthy' }[]
  /** Ports of the host that lead inside; may be empty. */
  publish: Publication[]
  limits: {
    memoryMb: number
    /** Tenths of a core. */
    cpu: number
    pids: number
    /** MiB: of the writable layer where supported, else of each tmpfs. */
    diskMb: number
  }
  readOnly: boolean
  /** Kept Linux capabilities, without `CAP_`. */
  capabilities: string[]
  /** Copied before the start; its folder is a volume when the root is read-only. */
  file: { path: string; content: string; mode: number } | null
}

/** Complete description of an instance: its first container, and others beside it. */
export interface StartPlan extends ContainerPlan {
  instance: string
  /** Number of the attempt; objects of older ones are removed. */
  generation: number
  /** Labels beside our own, such as TeamId. */
  labels: Record<string, string>
  subnet: string
  egress: Egress
  beside?: ContainerPlan[]
  /** Seconds until all containers that others wait for must be healthy. */
  startTimeout?: number
  /** Ids of nodes of a Swarm or a cluster that may take it; absent: any. */
  nodes?: readonly string[]
  /** With which such nodes pull the image, if they lack it. */
  credentials?: Credentials | null
  /** A solver joins its network later. */
  joined?: boolean
}

/** A solver beside an instance that runs, or alone. */
export interface SolverPlan
  extends Pick<StartPlan, 'instance' | 'generation' | 'labels' | 'subnet' | 'egress'> {
  /** Services of the instance in the order of its plan, '' for a single container; none: the solver is alone. */
  neighbours: string[]
  solver: ContainerPlan
}

/** How a solver ended; no exit code when its time was up first. */
export interface SolverEnd {
  timedOut: boolean
  exitCode: number | null
  oomKilled: boolean
  /** The newest, oldest first; at most 64 KiB. */
  lines: LogLine[]
}

/** `test` as in the Docker API; times in milliseconds. */
export interface Healthcheck {
  test: string[]
  intervalMs: number
  timeoutMs: number
  startPeriodMs: number
  retries: number
}

/** A port inside, and the host's address and port that lead to it. */
export interface Publication {
  inside: number
  address: string
  port: number
}

/** Allowed destinations. `hosts`: only these, resolved at the start. */
export type Egress = { kind: 'none' } | { kind: 'internet' } | { kind: 'hosts'; hosts: ResolvedHost[] }

export interface ResolvedHost {
  name: string
  addresses: string[]
  port: number
}

export interface Started {
  container: string
  /** In the instance's network; or of its node in a Swarm or a cluster. */
  address: string
  /** The node of a Swarm or a cluster; null: the engine's own machine. `entry`: where players reach its published ports. */
  node: { host: string; entry: string } | null
  /** How long containers waited until others were healthy: that is part of the time in which it must be ready. */
  waitedMs: number
  /** Address of a Pod itself, for the self-test; absent elsewhere. */
  inside?: string
  beside: Record<string, string>
}

export interface OwnedObject {
  kind: 'container' | 'network' | 'volume'
  id: string
  name: string
  instance: string
  generation: number
  /** Always true for networks and volumes. */
  running: boolean
  /** Of a container, where the engine tells; else null. */
  health: Ending['health']
  createdAt: Date
}

export interface Ending {
  running: boolean
  exitCode: number | null
  oomKilled: boolean
  /** The engine ended it because of what it wrote. */
  diskFull?: boolean
  /** By the image's HEALTHCHECK; null without one. */
  health: 'starting' | 'healthy' | 'unhealthy' | null
}

export interface Usage {
  instance: string
  /** Cores in use, such as 0.25. */
  cpu: number
  memoryMb: number
  /** Null where the engine does not tell. */
  pids: number | null
}

export interface PullProgress {
  layersDone: number
  layersTotal: number
  bytesDone: number
  bytesTotal: number
}

export interface Credentials {
  host: string
  username: string
  password: string
}

/** Faults of a call. `gone`: the object is missing. `not_ready`: a container that others wait for is not healthy in time. */
export type EngineFault =
  | 'unreachable'
  | 'timeout'
  | 'gone'
  | 'subnet_taken'
  | 'port_taken'
  | 'name_taken'
  | 'image.auth_failed'
  | 'image.not_found'
  | 'image.registry_unreachable'
  | 'image.platform_mismatch'
  | 'image.disk_full'
  | 'image.failed'
  | 'start_failed'
  | 'not_ready'
  | 'failed'

export class EngineError extends Error {
  constructor(
    readonly fault: EngineFault,
    message: string
  ) {
    super(message)
    this.name = 'EngineError'
  }
}

export interface EngineOptions {
  /** `unix:///path`, `tcp://host:port`, `http://…` or `https://…`; of an API server always `https://…`. */
  address: string
  /** For TLS. `environment`, and none for an engine in the network: those of DOCKER_CERT_PATH. */
  keys?: EngineKeys | 'environment' | null
  /** Of a cluster: where instances are; null for others. */
  namespace?: string | null
  /** Tells this install's objects from those of others on the same engine. */
  install: string
  log?: Log
}

/** Calls have deadlines and throw EngineError. Only objects with our label `halyard.install` are touched. */
export interface Engine {
  info(): Promise<EngineInfo>
  /**
   * Creates and starts everything in order of dependency; on failure removes it. Can be repeated.
   * @param signal it is no longer wanted: that is a failure too
   */
  start(plan: StartPlan, signal?: AbortSignal): Promise<Started>
  /** Address of an instance's first container in its network. */
  addressOf(subnet: string): string
  /** Runs a solver until it ends or its time is up. Throws `start_failed` for one that cannot be started. */
  solve(plan: SolverPlan, options: { timeoutMs: number; signal: AbortSignal }): Promise<SolverEnd>
  /**
   * Removes all objects of an instance without a graceful stop; missing ones count as removed. With `generation` those of
   * later attempts stay, because they belong to whoever took over.
   */
  remove(instance: string, generation?: number): Promise<void>
  removeFound(found: OwnedObject): Promise<void>
  /** All objects of this installation, also those of no known instance. */
  list(): Promise<OwnedObject[]>
  /**
   * Of several containers the first that does not run, else the least healthy. Null without the first, and when its node is
   * lost or drained.
   */
  inspect(instance: string): Promise<Ending | null>
  /**
   * The newest lines, oldest first; at most 64 KiB. With several containers, each begins with its service.
   */
  logs(instance: string, options?: { lines?: number; since?: Date }): Promise<LogLine[]>
  /** Of a Swarm only what runs on the manager itself; of a cluster what its metrics server tells, if it has one. */
  usage(instances: readonly string[]): Promise<Usage[]>
  /** Bytes in writable layers; null when the container is missing, and where the engine itself limits it. */
  writtenBytes(instance: string): Promise<number | null>
  /** Reports deaths and changes of health until `signal` is aborted. Rejects when the stream breaks. */
  watch(signal: AbortSignal, seen: (event: EngineEvent) => void): Promise<void>
  /** Digest and size of an image on the engine, in a Swarm or a cluster on all nodes; null when missing. */
  image(reference: string): Promise<EngineImage | null>
  /** The registry's current digest of the reference. */
  resolve(reference: string, credentials: Credentials | null): Promise<string>
  pull(
    reference: string,
    options: { credentials: Credentials | null; signal: AbortSignal; progress(state: PullProgress): void }
  ): Promise<EngineImage>
  /** Imports a tar as an image, for images that are part of Halyard; in a Swarm on the manager only, in a cluster nowhere. */
  importImage(reference: string, tar: Readable, changes: string[]): Promise<void>
  close(): void
}

export interface LogLine {
  at: Date
  stream: 'stdout' | 'stderr'
  text: string
}

export interface EngineEvent {
  instance: string
  /** Of the start that it tells of. */
  generation: number
  kind: 'die' | 'oom' | 'healthy' | 'unhealthy'
}

export interface EngineImage {
  /** `sha256:…` of the manifest; null for an imported image without registry. */
  digest: string | null
  id: string
  bytes: number
  ports: number[]
  healthcheck: boolean
  platform: string
  /** USER; '' is root. */
  user: string
  builtAt: Date | null
}
