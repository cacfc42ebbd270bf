import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import { type Calls, createCalls } from '~/jobs/instances/engine/kubernetes/calls'
import { ensureProbeImage } from '~/jobs/instances/probe/image'
import { answersEngine, callEngine } from '~/scripts/lib/engine/api.mjs'
import { makeImage } from '~/scripts/lib/engine/image.mjs'
import { which } from '~/scripts/lib/processes/run.mjs'
import type { EngineKeys } from '~/server/engines/contract'
import { until } from '../until'
import { openCertificates } from './certificates'
import { ownsEngine, testImage } from './engine'
import { ended, enterOf, must, openKeeper, removeFolder } from './namespaces'

const PROGRAMS = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'dockerd'
] as const
type Program = (typeof PROGRAMS)[number]

/** The path in the folder KUBERNETES_PROGRAMS, else in PATH. */
function pathOf(program: Program): string | null {
  const given = (process.env.KUBERNETES_PROGRAMS ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
  return given.find((path) => existsSync(path)) ?? which(program)
}

/** Programs of Kubernetes 1.20, which still runs Pods on Docker, that are missing. No package of Debian has them all. */
export const missingPrograms: readonly string[] = PROGRAMS.filter((program) => !pathOf(program))

export const canHaveCluster =
  ownsEngine && missingPrograms.length === 0 && Boolean(which('ip')) && Boolean(which('nsenter'))

const HERE = '10.97.0.1'
const THERE = '10.97.0.2'
const NAMESPACE = 'halyard-instances'
const PAUSE = 'halyard-test/pause:1'
const NODE = 'node-1'

/** A node with Docker and everything else of Kubernetes, in one network namespace at the other end of a veth pair. */
export interface TestCluster {
  /** The address as an administrator enters it. */
  address: string
  namespace: string
  /** The token of the account of deploy/kubernetes/instances, so that its rights are tested too. */
  keys: EngineKeys
  /** The host of its published ports. */
  host: string
  /** Calls as the cluster's administrator. */
  calls: Calls
  /** The socket of the node's Docker. */
  socket: string
  /** Calls it. */
  docker<T>(method: string, path: string, json?: unknown): Promise<T>
  makeImage(reference: string, script: string): Promise<void>
  loadProbe(): Promise<void>
  /** Runs a shell script in its network. */
  shell(script: string): Promise<void>
  /** Starts a program in its network, which the caller ends. */
  spawn(program: string, args: string[]): ChildProcess
  stop(program: Program, signal?: NodeJS.Signals): Promise<void>
  start(program: Program): Promise<void>
  close(): Promise<void>
}

async function plug(keeper: ChildProcess): Promise<void> {
  const peer = ['peer', 'name', 'kube1', 'netns', String(keeper.pid)]
  await must('ip', ['link', 'add', 'kube0', 'type', 'veth', ...peer])
  await must('ip', ['address', 'add', `${HERE}/30`, 'dev', 'kube0'])
  await must('ip', ['link', 'set', 'kube0', 'up'])
  const inside = (...words: string[]) => must('nsenter', [...enterOf(keeper), 'ip', ...words])
  await inside('address', 'add', `${THERE}/30`, 'dev', 'kube1')
  await inside('link', 'set', 'kube1', 'up')
  await inside('link', 'set', 'lo', 'up')
  // Kubernetes looks for one; it leads nowhere else.
  await inside('route', 'add', 'default', 'via', HERE)
}

/** A kubelet lowers the OOM score of Pods, for which not every machine of tests has the capability. */
const RUNTIME = `#!/bin/sh
bundle=
for word in "$@"; do
  [ "$bundle" = next ] && bundle=$word
  [ "$word" = --bundle ] && bundle=next
done
[ -f "$bundle/config.json" ] && sed -i 's/"oomScoreAdj":-[0-9]*/"oomScoreAdj":0/' "$bundle/config.json"
exec runc "$@"
`

/** Ends at once on a signal, unlike a program that does not handle it. */
const PAUSING = ['/bin/sh', '-c', 'trap "exit 0" TERM; while :; do sleep 3600 & wait; done']

/** Arguments of each program. */
function argumentsOf(folder: string, tls: { cert: string; key: string }): Record<Program, string[]> {
  const at = (name: string) => join(folder, name)
  const kubeconfig = `--kubeconfig=${at('kubeconfig')}`
  return {
    etcd: [
      ...['--data-dir', at('etcd'), '--listen-client-urls', 'http://127.0.0.1:2379'],
      ...['--advertise-client-urls', 'http://127.0.0.1:2379', '--listen-peer-urls', 'http://127.0.0.1:2380']
    ],
    'kube-apiserver': [
      ...['--etcd-servers=http://127.0.0.1:2379', '--secure-port=6443', `--advertise-address=${THERE}`],
      ...[`--tls-cert-file=${tls.cert}`, `--tls-private-key-file=${tls.key}`, '--authorization-mode=RBAC'],
      ...[`--token-auth-file=${at('tokens.csv')}`, '--service-cluster-ip-range=10.96.0.0/24'],
      ...[`--service-account-key-file=${at('accounts.pem')}`, '--service-account-issuer=https://kubernetes'],
      ...[`--service-account-signing-key-file=${at('accounts.pem')}`, `--cert-dir=${at('api')}`],
      // Nodes are reached by address, because nothing resolves their names.
      '--kubelet-preferred-address-types=InternalIP'
    ],
    'kube-controller-manager': [
      ...[kubeconfig, '--leader-elect=false', `--service-account-private-key-file=${at('accounts.pem')}`],
      ...[`--root-ca-file=${tls.cert}`, `--cert-dir=${at('controllers')}`],
      // Sooner than in earnest: a node that is silent is noticed after some seconds.
      ...['--node-monitor-period=1s', '--node-monitor-grace-period=20s']
    ],
    'kube-scheduler': [kubeconfig, '--leader-elect=false', `--cert-dir=${at('scheduler')}`],
    kubelet: [
      ...[kubeconfig, `--root-dir=${at('kubelet')}`, `--cert-dir=${at('kubelet-keys')}`],
      ...['--container-runtime=docker', `--docker-endpoint=unix://${at('docker.sock')}`],
      ...[
        `--experimental-dockershim-root-directory=${at('dockershim')}`,
        `--pod-infra-container-image=${PAUSE}`
      ],
      ...[`--hostname-override=${NODE}`, `--node-ip=${THERE}`, '--fail-swap-on=false'],
      ...['--cgroup-driver=cgroupfs', '--cgroups-per-qos=false', '--enforce-node-allocatable='],
      ...['--anonymous-auth=true', '--authorization-mode=AlwaysAllow', '--eviction-hard='],
      // Images are loaded by hand: none is to be removed.
      ...['--image-gc-high-threshold=100', '--node-status-update-frequency=2s', '--sync-frequency=5s']
    ],
    dockerd: [
      ...['--data-root', at('docker'), '--exec-root', at('exec'), '--pidfile', at('docker.pid')],
      ...[
        '--host',
        `unix://${at('docker.sock')}`,
        '--icc=false',
        '--exec-opt',
        'native.cgroupdriver=cgroupfs'
      ],
      ...['--add-runtime', `plain=${at('runc.sh')}`, '--default-runtime', 'plain']
    ]
  }
}

/** Paths of the objects of deploy/kubernetes/instances. */
const COLLECTIONS: Record<string, string> = {
  Namespace: '/api/v1/namespaces',
  LimitRange: `/api/v1/namespaces/${NAMESPACE}/limitranges`,
  ServiceAccount: `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`,
  Secret: `/api/v1/namespaces/${NAMESPACE}/secrets`,
  Role: `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/roles`,
  RoleBinding: `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}/rolebindings`,
  ClusterRole: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ClusterRoleBinding: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'
}

/** Does what `kubectl apply -k deploy/kubernetes/instances` does. @returns the token of its account */
async function install(calls: Calls): Promise<string> {
  for (const file of ['namespace.yaml', 'account.yaml'])
    for (const document of parseAllDocuments(
      readFileSync(join('deploy/kubernetes/instances', file), 'utf8')
    )) {
      const body = document.toJS() as { kind: string }
      await calls.send({ method: 'POST', path: COLLECTIONS[body.kind]!, body })
    }
  let token = ''
  await until(async () => {
    const { data } = await calls.send<{ data?: { token?: string } }>({
      method: 'GET',
      path: `${COLLECTIONS.Secret}/halyard-engine`
    })
    token = Buffer.from(data?.token ?? '', 'base64').toString()
    return token !== ''
  })
  return token
}

/** Opens a cluster whose node has no firewall rules and no probe image yet. */
export async function openCluster(): Promise<TestCluster> {
  const certificates = openCertificates()
  await certificates.make('api', [THERE, '127.0.0.1', '10.96.0.1'])
  const tls = { cert: certificates.path('api', 'cert'), key: certificates.path('api', 'key') }
  const ca = readFileSync(tls.cert, 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'halyard-cluster-'))
  const keeper = await openKeeper()
  await plug(keeper)
  await must('openssl', ['genrsa', '-out', join(folder, 'accounts.pem'), '2048'])
  writeFileSync(join(folder, 'tokens.csv'), 'administrator,admin,admin,"system:masters"\n')
  writeFileSync(join(folder, 'kubeconfig'), kubeconfigOf(ca))
  writeFileSync(join(folder, 'runc.sh'), RUNTIME, { mode: 0o755 })
  const socket = `unix://${join(folder, 'docker.sock')}`
  const programs = new Map<Program, ChildProcess>()
  const words = argumentsOf(folder, tls)
  const start = async (program: Program) => {
    const log = openSync(join(folder, `${program}.log`), 'a')
    const args = [...enterOf(keeper), pathOf(program)!, ...words[program]]
    programs.set(program, spawn('nsenter', args, { cwd: folder, stdio: ['ignore', log, log] }))
  }
  const stop = (program: Program, signal: NodeJS.Signals = 'SIGKILL') => ended(programs.get(program)!, signal)
  const address = `https://${THERE}:6443`
  const calls = createCalls({ address, keys: { ca, token: 'administrator' } })
  const docker = <T>(method: string, path: string, json?: unknown) =>
    callEngine(socket, method, path, json === undefined ? {} : { json }) as Promise<T>

  for (const program of ['etcd', 'dockerd', 'kube-apiserver'] as const) await start(program)
  await until(async () => (await calls.text({ method: 'GET', path: '/readyz' })) === 'ok', 60_000)
  await until(() => answersEngine(socket))
  await makeImage(socket, PAUSE, { changes: [`CMD ${JSON.stringify(PAUSING)}`] })
  await makeImage(socket, testImage())
  for (const program of ['kube-controller-manager', 'kube-scheduler', 'kubelet'] as const)
    await start(program)
  const token = await install(calls)
  await until(async () => {
    const { items } = await calls.list<{ status: { conditions: { type: string; status: string }[] } }>(
      '/api/v1/nodes'
    )
    return (
      items[0]?.status.conditions.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false
    )
  }, 60_000)
  return {
    ...{ address, namespace: NAMESPACE, keys: { ca, token }, host: THERE, calls, socket, docker },
    ...{ start, stop },
    makeImage: (reference, script) =>
      makeImage(socket, reference, {
        changes: [`CMD ${JSON.stringify(['/bin/sh', '-c', script])}`, 'EXPOSE 80']
      }),
    async loadProbe() {
      const direct = createDockerEngine({ address: socket, install: 'none' })
      await ensureProbeImage(direct, await direct.info())
      direct.close()
    },
    shell: (script) => must('nsenter', [...enterOf(keeper), 'sh', '-c', script]),
    spawn: (program, args) =>
      spawn('nsenter', [...enterOf(keeper), program, ...args], { cwd: '/', stdio: 'ignore' }),
    async close() {
      calls.close()
      for (const program of [
        'kubelet',
        'kube-scheduler',
        'kube-controller-manager',
        'kube-apiserver',
        'etcd'
      ] as const)
        if (programs.has(program)) await stop(program)
      const left = await docker<{ Id: string }[]>('GET', '/containers/json?all=true')
      for (const { Id } of left) await docker('DELETE', `/containers/${Id}?force=true`).catch(() => {})
      await stop('dockerd', 'SIGTERM')
      await ended(keeper, 'SIGKILL')
      await removeFolder(folder)
      certificates.close()
    }
  }
}

/** The configuration for the other programs of Kubernetes, which reach the API server as its administrator. */
const kubeconfigOf = (ca: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'test',
        cluster: {
          server: 'https://127.0.0.1:6443',
          'certificate-authority-data': Buffer.from(ca).toString('base64')
        }
      }
    ],
    users: [{ name: 'admin', user: { token: 'administrator' } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
    'current-context': 'test'
  })
