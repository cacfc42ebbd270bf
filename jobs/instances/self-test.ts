import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { GuardCheck, GuardCheckName, GuardReport } from '~/server/engines/guard-report'
import { addressesOf } from './engine/docker/spec'
import type { Engine, StartPlan } from './engine/engine'
import { ownAddresses } from './guard/addresses'

/** Reserved for an instance of the test. `publish` as for teams. */
export type Slot = Pick<StartPlan, 'instance' | 'generation' | 'labels' | 'subnet' | 'nodes'> & {
  publish: { address: string; port: number }
}

/** Ports of this machine that no instance may reach, by service. */
export type OwnPorts = Partial<
  Record<
    Extract<GuardCheckName, 'own_web' | 'postgres' | 'redis' | 'scoring' | 'jobs' | 'ssh'>,
    number | readonly number[]
  >
>

export interface SelfTestOptions {
  engine: Engine
  /** The image of ensureProbeImage. */
  image: string
  plans: { neighbour: Slot; probe: Slot }
  targets: {
    local: boolean
    /** The address at which this process reaches ports that are published on every address. */
    entry: string
    /** The network of a node that all instances share; absent: each instance has the one of its plan. */
    network?: SharedNetwork
    /** The API server of a cluster, as Halyard reaches it; null if its address is a name. */
    apiServer?: { address: string; port: number } | null
    ports: OwnPorts
    /** Address of the web for players; null when it is a name or unknown. */
    publicWeb: { address: string; port: number } | null
    internet?: readonly string[]
  }
}

export interface SharedNetwork {
  /** Null: it has none that is known. */
  gateway: string | null
  /**
   * Possible addresses of an instance in a Swarm, which does not report the right one: those of neighbours and of the probe
   * itself. Null: the address is known.
   */
  likely: readonly string[] | null
}

/** Ports of a node's agent, which runs whatever it is told. */
const KUBELET_PORTS = [10_250, 10_255]

/** Milliseconds: of the test, and of its cleanup. */
const DEADLINE_MS = 20_000
const CLEANING_MS = 10_000
const POLL_MS = 100

const PORT = 7000
const GREETING = 'halyard probe'
const INTERNET = ['1.1.1.1:443', '8.8.8.8:53']
const MAX_ADDRESSES = 8
const MAX_LINES = 500

interface Target {
  name: GuardCheckName
  text: string
}

/**
 * Lets one of two instances try all closed destinations. Never throws: errors are in `error`. At most 30 s.
 */
export async function selfTest(options: SelfTestOptions): Promise<GuardReport> {
  const { engine, plans } = options
  const starts: Promise<unknown>[] = []
  const end = Date.now() + DEADLINE_MS
  let listener: Server | null = null
  try {
    if (options.targets.local) listener = await listen()
    const checks = await within(DEADLINE_MS, run(options, listener, starts, end))
    return { at: Date.now(), guarded: checks.every(({ ok }) => ok), checks, error: null }
  } catch (error) {
    return { at: Date.now(), guarded: false, checks: [], error: (error as Error).message }
  } finally {
    listener?.close()
    await within(CLEANING_MS, clean(engine, [plans.neighbour, plans.probe], starts)).catch(() => {})
  }
}

async function run(
  { engine, image, plans, targets }: SelfTestOptions,
  listener: Server | null,
  starts: Promise<unknown>[],
  end: number
): Promise<GuardCheck[]> {
  const start = (slot: Slot, command: string) => {
    const started = engine.start(planOf(slot, image, command))
    starts.push(started)
    return started
  }
  const neighbour = await start(plans.neighbour, `listen ${PORT}`)
  const { publish } = plans.neighbour
  const bound = !targets.network && !isAny(publish.address)
  const published = await greeted(bound ? publish.address : targets.entry, publish.port, end)
  const listening = listener && (listener.address() as AddressInfo).port
  const tried = targetsOf({ plans, targets, neighbour: neighbour.inside ?? neighbour.address, listening })
  await start(plans.probe, `check ${tried.map(({ text }) => text).join(' ')}`)
  const found = await results(engine, plans.probe.instance, tried, end)
  const likely = targets.network?.likely
  return [...(likely ? withoutItself(found, likely) : found), published]
}

/** Small, but isolated like each team's instance without egress. */
const planOf = ({ publish, ...slot }: Slot, image: string, command: string): StartPlan => ({
  ...slot,
  image,
  env: { PROBE: command },
  publish: [{ inside: PORT, ...publish }],
  egress: { kind: 'none' },
  limits: { memoryMb: 32, cpu: 5, pids: 32, diskMb: 8 },
  readOnly: true,
  capabilities: [],
  file: null
})

const isAny = (address: string) => address === '0.0.0.0' || address === '::'

/** From inside, a loopback address is the instance itself. */
const isLoopback = (address: string) => address.startsWith('127.')

/** Addresses of the host. Left bridges of instances, which cannot be told by name when they are down, come last. */
function hostAddresses(subnet: string): string[] {
  const pool = `${subnet.split('.').slice(0, 2).join('.')}.`
  const isInPool = (address: string) => Number(address.startsWith(pool))
  return ownAddresses()
    .toSorted((a, b) => isInPool(a) - isInPool(b))
    .slice(0, MAX_ADDRESSES)
}

function targetsOf({
  plans,
  targets,
  neighbour,
  listening
}: Pick<SelfTestOptions, 'plans' | 'targets'> & { neighbour: string; listening: number | null }): Target[] {
  const { network, apiServer } = targets
  const gateways = network
    ? [network.gateway, targets.entry].filter((address) => address !== null)
    : [plans.probe, plans.neighbour].map(({ subnet }) => addressesOf(subnet).gateway)
  const own = targets.local ? hostAddresses(plans.probe.subnet) : []
  const here = [...new Set([...gateways, ...own])]
  const at = (name: GuardCheckName, addresses: readonly string[], port: number): Target[] =>
    addresses.map((address) => ({ name, text: `tcp:${address}:${port}` }))
  const found = [
    ...(listening === null ? [] : [...at('gateway', gateways, listening), ...at('host', own, listening)]),
    ...Object.entries(targets.ports).flatMap(([name, ports]) =>
      [ports].flat().flatMap((port) => at(name as GuardCheckName, here, port))
    ),
    ...(targets.publicWeb && !isLoopback(targets.publicWeb.address)
      ? at('own_web', [targets.publicWeb.address], targets.publicWeb.port)
      : []),
    ...at('neighbour', network?.likely ?? [neighbour], PORT),
    ...at('neighbour', here, plans.neighbour.publish.port),
    { name: 'metadata' as const, text: 'tcp:169.254.169.254:80' },
    { name: 'metadata6' as const, text: 'tcp6:[fd00:ec2::254]:80' },
    // Docker's own resolver, which a Pod has not.
    ...(apiServer === undefined ? [{ name: 'dns' as const, text: 'dns:127.0.0.11' }] : []),
    { name: 'docker_socket' as const, text: 'file:/var/run/docker.sock' },
    ...(apiServer === undefined ? [] : KUBELET_PORTS.flatMap((port) => at('kubelet', [targets.entry], port))),
    ...(apiServer ? at('api_server', [apiServer.address], apiServer.port) : []),
    ...(targets.internet ?? INTERNET).map((address) => ({
      name: 'internet' as const,
      text: `tcp:${address}`
    }))
  ]
  const seen = new Set<string>()
  return found.filter(({ text }) => !seen.has(text) && seen.add(text))
}

/** Leaves out the probe's own address: there nothing listens on the port, so it alone refuses. */
function withoutItself(checks: GuardCheck[], likely: readonly string[]): GuardCheck[] {
  const direct = new Set(likely.map((address) => `${address}:${PORT}`))
  const refused = checks.filter(({ target, result }) => result === 'refused' && direct.has(target))
  const kept = checks.filter(({ target }) => !direct.has(target))
  const others = checks.filter((one) => direct.has(one.target) && (refused.length > 1 || one !== refused[0]))
  // One of many addresses that do not answer is enough.
  const through = others.filter(({ ok }) => !ok)
  return [...kept, ...(through.length > 0 ? through : others.slice(0, 1))]
}

async function results(
  engine: Engine,
  instance: string,
  tried: Target[],
  end: number
): Promise<GuardCheck[]> {
  for (;;) {
    const lines = (await engine.logs(instance, { lines: MAX_LINES })).map(({ text }) => text.trim())
    if (lines.includes('done')) return tried.map((target) => readResult(target, lines))
    if (Date.now() > end) throw new Error(`the probe did not end: ${lines.at(-1) ?? 'it said nothing'}`)
    const ending = await engine.inspect(instance)
    if (!ending?.running && ending?.exitCode !== 0) {
      throw new Error(`the probe ended with ${ending?.exitCode ?? 'nothing'}: ${lines.at(-1) ?? ''}`)
    }
    await pause(POLL_MS)
  }
}

function readResult({ name, text }: Target, lines: string[]): GuardCheck {
  const line = lines.find((received) => received.split(' ')[1] === text)
  const [, result, ms] = /^(blocked|refused|reached) \S+(?: (\d+)ms)?$/.exec(line ?? '') ?? []
  if (!result) throw new Error(`the probe said nothing of ${text}`)
  const target = text.slice(text.indexOf(':') + 1)
  return {
    name,
    target,
    result: result as GuardCheck['result'],
    ms: ms === undefined ? null : Number(ms),
    ok: result === 'blocked'
  }
}

/** Players must still reach the neighbour by its published port. */
async function greeted(host: string, port: number, end: number): Promise<GuardCheck> {
  const since = Date.now()
  const check = { name: 'published' as const, target: `${host}:${port}` }
  // Leaves time for the rest of the test.
  while (Date.now() < end - DEADLINE_MS / 2) {
    if ((await readFrom(host, port)).startsWith(GREETING)) {
      return { ...check, result: 'reached', ms: Date.now() - since, ok: true }
    }
    await pause(POLL_MS)
  }
  return { ...check, result: 'blocked', ms: null, ok: false }
}

/** Text that the port sends before it closes; '' when there is none within a second. */
function readFrom(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = dial({ host, port, timeout: 1000 })
    socket.setEncoding('utf8').on('data', (text) => (received += text))
    socket.on('timeout', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}

/** A listener that would respond: without one, "blocked" could mean that nothing listens. */
function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}).end())
    server.once('error', reject).listen(0, '0.0.0.0', () => resolve(server))
  })
}

/** Waits for starts in progress: their objects would stay. */
async function clean(engine: Engine, slots: readonly Slot[], starts: readonly Promise<unknown>[]) {
  await Promise.allSettled(starts)
  await Promise.allSettled(slots.map(({ instance }) => engine.remove(instance)))
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = pause(ms, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`no result within ${ms / 1000} s`)
  })
  late.catch(() => {})
  return Promise.race([work, late]).finally(() => stop.abort())
}
