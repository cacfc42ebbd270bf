import type { Readable } from 'node:stream'

/** Properties that a container engine reports. */
export interface EngineInfo {
  version: string
  os: string
  /** As Docker names it, such as `x86_64`. */
  architecture: string
  cpus: number
  memoryMb: number
  storageDriver: string
  /** The engine limits the size of writable layers (`--storage-opt size`: overlay2 on XFS with pquota). */
  diskQuota: boolean
  runtimes: string[]
}

/** A container of an instance. Absent members are left to the image, or to the engine's defaults. */
export interface ContainerPlan {
  /** Name by which the other containers of the instance reach it; needed when there are some. */
  service?: string
  /** Reference with digest, or an image that only this engine has. */
  image: string
  env: Record<string, string>
  entrypoint?: string[]
  command?: string[]
  /** Name or number, `:group` may follow. */
  user?: string
  hostname?: string
  workingDir?: string
  healthcheck?: Healthcheck
  /** Folders in memory, beside those that a read-only root gets. */
  tmpfs?: { path: string; sizeMb: number }[]
  /** Folders that containers of the instance share; they end with it. */
  volumes?: { name: string; path: string; readOnly: boolean }[]
  /** Services of the same instance that must run, or be healthy, before this one starts. */
  dependsOn?: { service: string; condition: 'started' | 'healthy' }[]
  /** Ports of the engine's host that lead to ports inside; none is fine. */
  publish: Publication[]
  limits: {
    memoryMb: number
    /** Tenths of a core. */
    cpu: number
    pids: number
    /** MiB: of the writable layer where the engine can, else of each tmpfs. */
    diskMb: number
  }
  readOnly: boolean
  /** Linux capabilities that are kept, without `CAP_`. */
  capabilities: string[]
  /** A file put into the container before it starts; its folder becomes a volume when the root is read-only. */
  file: { path: string; content: string; mode: number } | null
}

/** Everything an engine needs to know of an instance to start it: its first container, and others beside it. */
export interface StartPlan extends ContainerPlan {
  /** UUID of the instance. */
  instance: string
  /** Counts the attempts; objects of an older one are removed. */
  generation: number
  /** Labels beside our own, such as TeamId. */
  labels: Record<string, string>
  /** `a.b.c.d/28`, of this instance alone. */
  subnet: string
  egress: Egress
  beside?: ContainerPlan[]
  /** Seconds for a container that others wait for to become healthy. */
  startTimeout?: number
}

/** A test that the engine runs inside; `test` as the Docker API has it, milliseconds. */
export interface Healthcheck {
  test: string[]
  intervalMs: number
  timeoutMs: number
  startPeriodMs: number
  retries: number
}

/** A port that a service listens on inside, and the address and port of the engine's host that lead to it. */
export interface Publication {
  inside: number
  address: string
  port: number
}

/** Where an instance may connect to. `hosts`: only to these, resolved when it starts. */
export type Egress = { kind: 'none' } | { kind: 'internet' } | { kind: 'hosts'; hosts: ResolvedHost[] }

export interface ResolvedHost {
  name: string
  addresses: string[]
  port: number
}

/** A started instance. */
export interface Started {
  /** The engine's own id of the first container. */
  container: string
  /** Its address inside the instance's network. */
  address: string
  /** Those of the others, by service. */
  beside: Record<string, string>
}

/** Container, network or volume with our labels. */
export interface Found {
  kind: 'container' | 'network' | 'volume'
  /** As the engine names it. */
  id: string
  name: string
  instance: string
  generation: number
  /** Of a container: it runs. Always true for the others. */
  running: boolean
  createdAt: Date
}

/** How a container ended. */
export interface Ending {
  running: boolean
  exitCode: number | null
  oomKilled: boolean
  /** Of the image's own HEALTHCHECK; null without one. */
  health: 'starting' | 'healthy' | 'unhealthy' | null
}

export interface Usage {
  instance: string
  /** Cores in use, such as 0.25. */
  cpu: number
  memoryMb: number
  pids: number
}

/** A layer of a pull that is under way. */
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

/** What a call may go wrong by. `gone`: what was asked for is not there. */
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
  | 'failed'

/** A refusal of the engine. `message` is the engine's own, for administrators only. */
export class EngineError extends Error {
  constructor(
    readonly fault: EngineFault,
    message: string
  ) {
    super(message)
    this.name = 'EngineError'
  }
}

/**
 * A container engine. Every call has a deadline and throws EngineError. Everything made carries the labels
 * `halyard.install`, `halyard.instance`, `halyard.generation`; nothing without our install label is ever touched.
 */
export interface Engine {
  info(): Promise<EngineInfo>
  /** Makes network, volumes and containers and starts them, those first that others depend on. Leaves nothing behind when it fails. Safe to repeat. */
  start(plan: StartPlan): Promise<Started>
  /** Removes all objects of an instance at once, without a graceful stop; missing ones count as removed. */
  remove(instance: string): Promise<void>
  /** Removes one object that `list` found. */
  removeFound(found: Found): Promise<void>
  /** Everything of this install, containers, networks and volumes. */
  list(): Promise<Found[]>
  /** Of several containers the first that does not run, else the least healthy. Null when the first is not there. */
  inspect(instance: string): Promise<Ending | null>
  /** The newest lines, oldest first, each with its time; at most 64 KiB. With several containers each begins with its service. */
  logs(instance: string, options?: { lines?: number; since?: Date }): Promise<LogLine[]>
  usage(instances: readonly string[]): Promise<Usage[]>
  /** Bytes in the writable layers; null when there is no such container. */
  writtenBytes(instance: string): Promise<number | null>
  /** Calls back when containers of this install die or change their health, until `signal` is aborted. Rejects when the stream breaks. */
  watch(signal: AbortSignal, seen: (event: EngineEvent) => void): Promise<void>
  /** Digest and size of an image that the engine has; null when it has not. */
  image(reference: string): Promise<EngineImage | null>
  /** The digest that the registry has under the reference now. */
  resolve(reference: string, credentials: Credentials | null): Promise<string>
  pull(
    reference: string,
    options: { credentials: Credentials | null; signal: AbortSignal; progress(state: PullProgress): void }
  ): Promise<EngineImage>
  /** Makes an image of a tar, for what Halyard brings itself. */
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
  kind: 'die' | 'oom' | 'healthy' | 'unhealthy'
}

export interface EngineImage {
  /** `sha256:…` of the manifest; null for an image that was imported and is in no registry. */
  digest: string | null
  /** The engine's own id of it. */
  id: string
  bytes: number
  /** Ports that the image exposes. */
  ports: number[]
  /** It has a HEALTHCHECK of its own. */
  healthcheck: boolean
  platform: string
  /** Its USER; '' is root. */
  user: string
  builtAt: Date | null
}
