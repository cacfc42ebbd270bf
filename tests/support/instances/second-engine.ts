import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answersEngine, callEngine } from '~/scripts/lib/engine/api.mjs'
import { makeImage } from '~/scripts/lib/engine/image.mjs'
import { which } from '~/scripts/lib/processes/run.mjs'
import type { EngineKeys } from '~/server/engines/contract'
import { until } from '../until'
import { openCertificates } from './certificates'
import { ownsEngine, testImage } from './engine'
import { ended, enterOf, must, openKeeper, removeFolder } from './namespaces'

/** The first engine must be in a namespace of its own: nothing is changed at the machine's interfaces. */
export const canHaveTwo = ownsEngine && Boolean(which('ip')) && Boolean(which('nsenter'))

const HERE = '10.99.0.1'
const THERE = '10.99.0.2'
const CABLE = 'far0'

/** Another machine: a network namespace at the other end of a veth pair, with an engine that is reached over TLS. */
export interface SecondEngine {
  /** The address as an administrator enters it. */
  address: string
  keys: EngineKeys
  /** The host of its published ports. */
  host: string
  /** Ids of instances that have a container there, sorted. */
  instances(): Promise<string[]>
  /** How many networks of instances there are. */
  networks(): Promise<number>
  /** Runs a shell script in its network. */
  shell(script: string): Promise<void>
  /** Ends the engine as a machine that loses its power would, and its containers with it. */
  kill(): Promise<void>
  /** Starts the engine again. */
  start(): Promise<void>
  /** Pulls the cable out, or puts it back. */
  plug(connected: boolean): Promise<void>
  close(): Promise<void>
}

/** A namespace that lives as long as `keeper`, and words that run a program inside. */
async function openNetwork(): Promise<{ keeper: ChildProcess; enter: string[] }> {
  const keeper = await openKeeper()
  const pid = String(keeper.pid)
  const enter = enterOf(keeper)
  const far = (...words: string[]) => must('nsenter', [...enter, 'ip', ...words])
  await must('ip', ['link', 'add', CABLE, 'type', 'veth', 'peer', 'name', 'far1', 'netns', pid])
  await must('ip', ['address', 'add', `${HERE}/30`, 'dev', CABLE])
  await must('ip', ['link', 'set', CABLE, 'up'])
  await far('address', 'add', `${THERE}/30`, 'dev', 'far1')
  await far('link', 'set', 'far1', 'up')
  await far('link', 'set', 'lo', 'up')
  return { keeper, enter }
}

interface Container {
  Id: string
  Labels: Record<string, string>
}

/** Starts the second engine, with the image of the tests. */
export async function openSecondEngine(): Promise<SecondEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-second-'))
  const socket = `unix://${join(folder, 'docker.sock')}`
  const certificates = openCertificates()
  // The certificate is self-signed, and both sides use it.
  await certificates.make('engine', [THERE])
  const [cert, key] = [certificates.path('engine', 'cert'), certificates.path('engine', 'key')]
  const { keeper, enter } = await openNetwork()
  writeFileSync(join(folder, 'daemon.json'), '{}\n')
  let engine: ChildProcess | null = null
  const call = <T>(path: string) => callEngine(socket, 'GET', path) as Promise<T>
  const containers = () => call<Container[]>('/containers/json?all=1')

  const start = async () => {
    const daemon = [
      ['--config-file', join(folder, 'daemon.json'), '--data-root', join(folder, 'data')],
      ['--exec-root', join(folder, 'exec'), '--pidfile', join(folder, 'pid'), '--host', socket],
      ['--host', `tcp://${THERE}:2376`, '--tlsverify'],
      ['--tlscacert', cert, '--tlscert', cert, '--tlskey', key]
    ]
    engine = spawn('nsenter', [...enter, 'dockerd', ...daemon.flat()], { cwd: '/', stdio: 'ignore' })
    await until(() => answersEngine(socket))
  }
  await start()
  await makeImage(socket, testImage())

  return {
    ...{ address: `tcp://${THERE}:2376`, host: THERE, start },
    keys: {
      ca: readFileSync(cert, 'utf8'),
      cert: readFileSync(cert, 'utf8'),
      key: readFileSync(key, 'utf8')
    },
    async instances() {
      return (await containers()).map(({ Labels }) => Labels['halyard.instance'] ?? '').sort()
    },
    async networks() {
      const filters = JSON.stringify({ label: ['halyard.instance'] })
      return (await call<unknown[]>(`/networks?${new URLSearchParams({ filters })}`)).length
    },
    shell: (script) => must('nsenter', [...enter, 'sh', '-c', script]),
    async kill() {
      const ids = (await containers()).map(({ Id }) => Id)
      const all = await Promise.all(
        ids.map((id) => call<{ State: { Pid: number } }>(`/containers/${id}/json`))
      )
      // The engine's containerd ends with it.
      await ended(engine!, 'SIGKILL')
      for (const { State } of all) if (State.Pid > 0) process.kill(State.Pid, 'SIGKILL')
    },
    plug: (connected) => must('ip', ['link', 'set', CABLE, connected ? 'up' : 'down']),
    async close() {
      if (engine) await ended(engine, 'SIGTERM')
      await ended(keeper, 'SIGKILL')
      certificates.close()
      await removeFolder(folder)
    }
  }
}
