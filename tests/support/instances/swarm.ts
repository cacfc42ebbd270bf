import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import { ensureProbeImage } from '~/jobs/instances/probe/image'
import { answersEngine, callEngine } from '~/scripts/lib/engine/api.mjs'
import { makeImage } from '~/scripts/lib/engine/image.mjs'
import type { EngineKeys } from '~/server/engines/contract'
import { until } from '../until'
import { openCertificates } from './certificates'
import { configureRegistry, registryAuth, testImage } from './engine'
import { ended, enterOf, must, openKeeper, removeFolder } from './namespaces'

/** Networks of one cable each: from here to the machines, and between them. */
const CABLES = { manager: '10.98.1', worker: '10.98.2', between: '10.98.3' } as const

export interface SwarmMachine {
  name: 'manager' | 'worker'
  /** Id in the Swarm. */
  node: string
  /** The host of its published ports. */
  host: string
  /** Calls its engine. */
  call<T>(method: string, path: string, json?: unknown, more?: CallOptions): Promise<T>
  /** Containers of instances that run there, by instance. */
  instances(): Promise<Map<string, string>>
  /** Runs a shell script in its network. */
  shell(script: string): Promise<void>
  /** Starts a program in its network, which the caller ends. */
  spawn(program: string, args: string[]): ChildProcess
  /** Copies the probe image from the manager, like `docker load`. */
  loadProbe(): Promise<void>
  /** Ends the engine as a machine that loses its power would, and its containers with it. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** Two machines, each with an engine, joined by a cable: a manager that is reached over TLS, and a worker. */
export interface TestSwarm {
  /** The address as an administrator enters it. */
  address: string
  keys: EngineKeys
  manager: SwarmMachine
  worker: SwarmMachine
  /** Makes an image of busybox on both, without a registry, that runs a shell script. */
  makeImage(reference: string, script: string): Promise<void>
  /** Does what `docker node update --availability` does. */
  setAvailability(machine: SwarmMachine, availability: 'active' | 'pause' | 'drain'): Promise<void>
  close(): Promise<void>
}

interface CallOptions {
  headers?: Record<string, string>
  stream?: boolean
  timeoutMs?: number
}

interface Container {
  Id: string
  Labels: Record<string, string>
}

const NETWORK = { subnet: '10.212.0.0/20', bridge: 'hal-swarm' }

/** What docs/operating.md#docker-swarm tells the operator to do on each node. */
const nodeNetwork = (host: string) => ({
  Name: 'halyard-node',
  ConfigOnly: true,
  IPAM: { Driver: 'default', Config: [{ Subnet: NETWORK.subnet }] },
  Options: {
    'com.docker.network.bridge.name': NETWORK.bridge,
    'com.docker.network.bridge.enable_icc': 'false',
    'com.docker.network.bridge.enable_ip_masquerade': 'false',
    'com.docker.network.bridge.host_binding_ipv4': host
  }
})

/** What the guide tells the operator to do on the manager. */
const SWARM_NETWORK = {
  Name: 'halyard',
  Driver: 'bridge',
  Scope: 'swarm',
  ConfigFrom: { Network: 'halyard-node' }
}

async function plug(name: keyof typeof CABLES, from: number | null, to: number, ends: [string, string]) {
  const base = CABLES[name]
  const inside = from === null ? [] : ['nsenter', '--net', '--target', String(from)]
  const far = ['nsenter', '--net', '--target', String(to)]
  const ip = (where: string[], ...words: string[]) => {
    const [program, ...args] = [...where, 'ip', ...words]
    return must(program!, args)
  }
  const peer = ['peer', 'name', ends[1], 'netns', String(to)]
  await ip(inside, 'link', 'add', ends[0], 'type', 'veth', ...peer)
  await ip(inside, 'address', 'add', `${base}.1/30`, 'dev', ends[0])
  await ip(inside, 'link', 'set', ends[0], 'up')
  await ip(far, 'address', 'add', `${base}.2/30`, 'dev', ends[1])
  await ip(far, 'link', 'set', ends[1], 'up')
  await ip(far, 'link', 'set', 'lo', 'up')
}

interface Setup {
  name: SwarmMachine['name']
  keeper: ChildProcess
  folder: string
  /** More options of its engine. */
  options: string[]
}

function machineOf({ name, keeper, folder, options }: Setup) {
  const socket = `unix://${join(folder, 'docker.sock')}`
  const enter = enterOf(keeper)
  const host = name === 'manager' ? `${CABLES.between}.1` : `${CABLES.between}.2`
  let engine: ChildProcess | null = null
  const call = <T>(method: string, path: string, json?: unknown, more: CallOptions = {}) =>
    callEngine(socket, method, path, json === undefined ? more : { json, ...more }) as Promise<T>
  const running = () => call<Container[]>('GET', '/containers/json')
  const machine: SwarmMachine = {
    ...{ name, node: '', host, call },
    async instances() {
      const all = await running()
      return new Map(
        all.flatMap(({ Id, Labels }) => {
          const instance = Labels['halyard.instance']
          return instance ? [[instance, Id] as const] : []
        })
      )
    },
    shell: (script) => must('nsenter', [...enter, 'sh', '-c', script]),
    spawn: (program, args) => spawn('nsenter', [...enter, program, ...args], { cwd: '/', stdio: 'ignore' }),
    async loadProbe() {
      const direct = createDockerEngine({ address: socket, install: 'none' })
      await ensureProbeImage(direct, await direct.info())
      direct.close()
    },
    async kill() {
      const ids = (await running()).map(({ Id }) => Id)
      const all = await Promise.all(
        ids.map((id) => call<{ State: { Pid: number } }>('GET', `/containers/${id}/json`))
      )
      await ended(engine!, 'SIGKILL')
      for (const { State } of all) if (State.Pid > 0) process.kill(State.Pid, 'SIGKILL')
    },
    async start() {
      const daemon = [
        ['--config-file', join(folder, 'daemon.json'), '--data-root', join(folder, 'data')],
        ['--exec-root', join(folder, 'exec'), '--pidfile', join(folder, 'pid'), '--host', socket],
        ['--no-new-privileges', ...options]
      ]
      engine = spawn('nsenter', [...enter, 'dockerd', ...daemon.flat()], { cwd: '/', stdio: 'ignore' })
      await until(() => answersEngine(socket))
    }
  }
  const close = async () => {
    if (engine) await ended(engine, 'SIGTERM')
    await ended(keeper, 'SIGKILL')
    await removeFolder(folder)
  }
  return { machine, socket, close }
}

/** The worker has no firewall rules and no probe image yet. */
export async function openSwarm(): Promise<TestSwarm> {
  const certificates = openCertificates()
  const listening = `${CABLES.manager}.2`
  await certificates.make('engine', [listening])
  const [cert, key] = [certificates.path('engine', 'cert'), certificates.path('engine', 'key')]
  const tls = ['--tlsverify', '--tlscacert', cert, '--tlscert', cert, '--tlskey', key]
  const keepers = [await openKeeper(), await openKeeper()] as const
  const [here, there] = keepers.map(({ pid }) => pid!) as [number, number]
  await plug('manager', null, here, ['swm0', 'swm1'])
  await plug('worker', null, there, ['sww0', 'sww1'])
  await plug('between', here, there, ['swb0', 'swb1'])
  await must('ip', ['route', 'add', `${CABLES.between}.1/32`, 'via', listening])
  await must('ip', ['route', 'add', `${CABLES.between}.2/32`, 'via', `${CABLES.worker}.2`])
  const folders = keepers.map(() => mkdtempSync(join(tmpdir(), 'halyard-swarm-')))
  for (const folder of folders) writeFileSync(join(folder, 'daemon.json'), '{}\n')
  const first = machineOf({
    ...{ name: 'manager', keeper: keepers[0], folder: folders[0]! },
    options: ['--host', `tcp://${listening}:2376`, ...tls]
  })
  const second = machineOf({ name: 'worker', keeper: keepers[1], folder: folders[1]!, options: [] })
  const [manager, worker] = [first.machine, second.machine]
  await Promise.all([manager.start(), worker.start()])
  for (const { socket } of [first, second]) await makeImage(socket, testImage())
  await joinSwarm(manager, worker)
  return {
    address: `tcp://${listening}:2376`,
    keys: {
      ca: readFileSync(cert, 'utf8'),
      cert: readFileSync(cert, 'utf8'),
      key: readFileSync(key, 'utf8')
    },
    manager,
    worker,
    async makeImage(reference, script) {
      const changes = [`CMD ${JSON.stringify(['/bin/sh', '-c', script])}`, 'EXPOSE 80']
      for (const { socket } of [first, second]) await makeImage(socket, reference, { changes })
    },
    async setAvailability({ node }, availability) {
      const { Version, Spec } = await manager.call<{ Version: { Index: number }; Spec: object }>(
        'GET',
        `/nodes/${node}`
      )
      await manager.call('POST', `/nodes/${node}/update?version=${Version.Index}`, {
        ...Spec,
        Availability: availability
      })
    },
    async close() {
      await second.close()
      await first.close()
      certificates.close()
    }
  }
}

/** Makes the Swarm of both, and the networks of the guide. A node that is silent for three seconds is down. */
async function joinSwarm(manager: SwarmMachine, worker: SwarmMachine): Promise<void> {
  const addresses = ({ host }: SwarmMachine) => ({ ListenAddr: `${host}:2377`, AdvertiseAddr: host })
  await manager.call('POST', '/swarm/init', {
    ...addresses(manager),
    Spec: { Dispatcher: { HeartbeatPeriod: 1_000_000_000 } }
  })
  const { JoinTokens } = await manager.call<{ JoinTokens: { Worker: string } }>('GET', '/swarm')
  await worker.call('POST', '/swarm/join', {
    ...addresses(worker),
    RemoteAddrs: [`${manager.host}:2377`],
    JoinToken: JoinTokens.Worker
  })
  for (const machine of [manager, worker]) {
    const { Swarm } = await machine.call<{ Swarm: { NodeID: string } }>('GET', '/info')
    machine.node = Swarm.NodeID
    await machine.call('POST', '/networks/create', nodeNetwork(machine.host))
  }
  await manager.call('POST', '/networks/create', SWARM_NETWORK)
}

interface Account {
  username: string
  password: string
}

/**
 * A registry with a login that both machines reach at the same local address, so that no certificate is needed. It has the image
 * of the tests, which the manager no longer has by that name.
 */
export async function openRegistry({ manager, worker }: TestSwarm, account: Account) {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-registry-'))
  const host = '127.0.0.1:5500'
  const config = await configureRegistry(folder, host, account)
  const programs = [manager, worker].map((machine) => machine.spawn('docker-registry', ['serve', config]))
  const name = `${host}/private`
  const tag = new URLSearchParams({ repo: name, tag: '1' })
  await manager.call('POST', `/images/${testImage()}/tag?${tag}`)
  await until(async () => {
    const options = { headers: registryAuth(host, account), stream: true, timeoutMs: 60_000 }
    await manager.call('POST', `/images/${name}/push?tag=1`, undefined, options)
    return true
  })
  await manager.call('DELETE', `/images/${name}:1`)
  return {
    host,
    reference: `${name}:1`,
    async close() {
      for (const program of programs) await ended(program, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
