import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { namesOf } from '~/jobs/instances/engine/docker/names'
import { addressesOf, containerSpec, networkSpec } from '~/jobs/instances/engine/docker/spec'
import type { StartPlan } from '~/jobs/instances/engine/engine'
import { callEngine } from '~/scripts/lib/engine/api.mjs'

/** Outside of the platform's pool and ports, and below the ports of outgoing connections. */
const SUBNETS = '10.214'
const FIRST_PORT = 32_100
const INSTALL = 'bench'

/** Milliseconds of each step of a start. */
export interface Steps {
  network: number
  create: number
  start: number
  connect: number
}

export interface Running {
  name: string
  ms: number
  steps: Steps
}

/** When each was ready and when it was removed, in milliseconds from the first start and removal. */
export interface Many {
  ready: number[]
  removed: number[]
}

const accepts = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 2000 })
    const settle = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.on('connect', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('timeout', () => settle(false))
  })

function planOf(image: string, n: number): StartPlan {
  return {
    ...{ instance: randomUUID(), generation: 1, image, env: {}, labels: {}, file: null },
    publish: [{ inside: 80, address: '127.0.0.1', port: FIRST_PORT + n }],
    subnet: `${SUBNETS}.${n >> 4}.${(n & 15) * 16}/28`,
    egress: { kind: 'none' },
    limits: { memoryMb: 32, cpu: 1, pids: 256, diskMb: 256 },
    readOnly: true,
    capabilities: []
  }
}

/** The engine without the platform, for the same work: the yardstick of instances. */
export class RawEngine {
  constructor(
    private readonly host: string,
    private readonly image: string
  ) {}

  /** Network, container, start, and a connection to its service. `n` names subnet and port. */
  async start(n: number): Promise<Running> {
    const plan = planOf(this.image, n)
    const { object: name } = namesOf(plan.instance)
    const begun = performance.now()
    await this.#call('POST', '/networks/create', networkSpec(plan, INSTALL))
    const network = performance.now()
    const spec = containerSpec(plan, INSTALL, { cpus: 1, diskQuota: false })
    await this.#call('POST', `/containers/create?name=${name}`, spec)
    const created = performance.now()
    await this.#call('POST', `/containers/${name}/start`)
    const started = performance.now()
    while (!(await accepts(addressesOf(plan.subnet).container, 80))) await sleep(5)
    const connected = performance.now()
    const steps = {
      network: network - begun,
      create: created - network,
      start: started - created,
      connect: connected - started
    }
    return { name, ms: connected - begun, steps }
  }

  /** Removes container and network. @returns milliseconds */
  async remove({ name }: Running): Promise<number> {
    const begun = performance.now()
    await this.#call('DELETE', `/containers/${name}?force=true&v=true`)
    await this.#call('DELETE', `/networks/${name}`)
    return performance.now() - begun
  }

  /** Starts four at a time, then removes eight at a time, as the platform does. */
  async startMany(count: number): Promise<Many> {
    const running: Running[] = []
    const times = (ends: number[]) => {
      const begun = performance.now()
      return () => void ends.push(performance.now() - begun)
    }
    const many: Many = { ready: [], removed: [] }
    const ready = times(many.ready)
    await inLanes(count, 4, async (n) => {
      running.push(await this.start(n))
      ready()
    })
    const removed = times(many.removed)
    await inLanes(running.length, 8, async (n) => {
      await this.remove(running[n]!)
      removed()
    })
    return many
  }

  /** Objects on the engine of any install of ours. */
  async leftovers(): Promise<{ containers: number; networks: number }> {
    const filters = encodeURIComponent(JSON.stringify({ label: ['halyard.install'] }))
    const [containers, networks] = await Promise.all([
      this.#call('GET', `/containers/json?all=true&filters=${filters}`),
      this.#call('GET', `/networks?filters=${filters}`)
    ])
    return { containers: (containers as unknown[]).length, networks: (networks as unknown[]).length }
  }

  #call(method: string, path: string, json?: object): Promise<unknown> {
    return callEngine(this.host, method, path, json && { json })
  }
}

/** Runs `count` pieces of work, some at a time. */
export async function inLanes(
  count: number,
  lanes: number,
  work: (n: number) => Promise<unknown>
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
