import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type { StartPlan } from '../engine'
import { hostsPolicy, NAMESPACE_POLICIES } from './policies'
import { type Placement, podSpec, requireFit, secretSpecs, userOf } from './spec'

const require = createRequire(import.meta.url)
type Model = new (data: unknown) => { validate(): void }

/** Validates against the published schemas of Kubernetes. */
function validate(object: object): void {
  const { apiVersion, kind } = object as { apiVersion: string; kind: string }
  const models: Record<string, Model> = require(`kubernetes-models/${apiVersion}`)
  new models[kind]!(object).validate()
}

const DIGEST = `registry.example.org/web@sha256:${'ab'.repeat(32)}`
const plan: StartPlan = {
  instance: '0f8c3a5e-1111-4222-8333-444455556666',
  generation: 2,
  image: DIGEST,
  env: { FLAG: 'flag{$(HOME) $$ $1}' },
  labels: { TeamId: '5', 'halyard.install': 'forged' },
  publish: [{ inside: 80, address: '0.0.0.0', port: 20_001 }],
  subnet: '10.213.0.0/28',
  egress: { kind: 'none' },
  limits: { memoryMb: 96, cpu: 15, pids: 64, diskMb: 100 },
  readOnly: true,
  capabilities: ['NET_BIND_SERVICE'],
  file: null
}
const anywhere: Placement = { nodes: null, openPorts: true }
const podOf = (more: Partial<StartPlan> = {}, placement = anywhere) =>
  podSpec({ ...plan, ...more }, 'mine', placement)

/** Expands a variable's value as Kubernetes does (third_party/forked/golang/expansion) when no variable is defined. */
const expanded = (text: string) =>
  text.replace(/\$(\$|\(([^)]*)\))/g, (whole, next) => (next === '$' ? '$' : whole))

const everything: Partial<StartPlan> = {
  ...{ user: '1000:1001', hostname: 'box', entrypoint: ['/run'], command: ['a'], workingDir: '/srv' },
  egress: { kind: 'hosts', hosts: [{ name: 'api.example.org', addresses: ['192.0.2.7'], port: 443 }] },
  file: { path: '/run/halyard/flag', content: 'flag{x}', mode: 0o400 },
  credentials: { host: 'registry.example.org', username: 'crew', password: 'right' },
  healthcheck: {
    test: ['CMD-SHELL', 'true'],
    intervalMs: 1500,
    timeoutMs: 500,
    startPeriodMs: 0,
    retries: 3
  },
  tmpfs: [{ path: '/cache', sizeMb: 7 }],
  volumes: [{ name: 'shared', path: '/data', readOnly: false }]
}

describe('the Pod of an instance', () => {
  it.each([
    ['the least', {}, anywhere],
    ['everything', everything, { nodes: ['a', 'b'], openPorts: false }],
    ['several containers', { service: 'web', beside: [{ ...plan, service: 'side', publish: [] }] }, anywhere]
  ] as const)('%s is what Kubernetes takes, and so are its secrets and policies', (_, more, placement) => {
    validate(podOf(more as Partial<StartPlan>, placement as Placement))
    for (const one of secretSpecs({ ...plan, ...(more as Partial<StartPlan>) }, 'mine')) validate(one)
    const policy = hostsPolicy({ ...plan, ...(more as Partial<StartPlan>) }, 'mine')
    if (policy) validate(policy)
  })

  it('has our labels, whatever others there are, and no rights', () => {
    const { metadata, spec } = podOf()
    expect(metadata.name).toBe('hal-0f8c3a5e111')
    expect(metadata.labels).toEqual({
      ...{ TeamId: '5', 'halyard.install': 'mine', 'halyard.instance': plan.instance },
      ...{ 'halyard.generation': '2', 'halyard.egress': 'none' }
    })
    expect(spec).toMatchObject({
      ...{ restartPolicy: 'Never', automountServiceAccountToken: false, enableServiceLinks: false },
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      activeDeadlineSeconds: 2_592_000
    })
    expect(spec.containers[0]!.securityContext).toEqual({
      ...{ privileged: false, allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] }
    })
  })

  it('has its limits, of which it keeps the memory and a tenth of the processors', () => {
    expect(podOf().spec.containers[0]!.resources).toEqual({
      limits: { cpu: '1500m', memory: '96Mi', 'ephemeral-storage': '164Mi' },
      requests: { cpu: '150m', memory: '96Mi', 'ephemeral-storage': '0' }
    })
    const sizes = podOf(everything).spec.volumes.map((one) => JSON.stringify(one))
    expect(sizes.filter((text) => text.includes('"medium":"Memory"'))).toHaveLength(5)
    expect(sizes.find((text) => text.includes('"sizeLimit":"7Mi"'))).toBeDefined()
  })

  it('gets its variables as they are, although Kubernetes would fill in others', () => {
    const [variable] = podOf().spec.containers[0]!.env
    expect(expanded(variable!.value)).toBe(plan.env.FLAG)
    const { args, command } = podOf({ entrypoint: ['$(A)'], command: ['$$', '$B'] }).spec.containers[0]!
    expect([command, args].map((words) => words!.map(expanded))).toEqual([['$(A)'], ['$$', '$B']])
  })

  it('asks no registry for an image without a digest', () => {
    expect(podOf().spec.containers[0]!.imagePullPolicy).toBe('IfNotPresent')
    expect(podOf({ image: 'halyard/probe:1' }).spec.containers[0]!.imagePullPolicy).toBe('Never')
  })

  it('has a flag file that root and the group of the Pod read, and says the flag nowhere else', () => {
    const pod = podOf(everything)
    const mount = pod.spec.containers[0]!.volumeMounts.find(({ name }) => name === 'flag')
    expect(mount).toEqual({ name: 'flag', mountPath: '/run/halyard/flag', subPath: 'flag', readOnly: true })
    expect(pod.spec.volumes.find(({ name }) => name === 'flag')).toMatchObject({
      secret: { secretName: pod.metadata.name, defaultMode: 0o440 }
    })
    expect(pod.spec.securityContext.fsGroup).toBe(64_000)
    expect(JSON.stringify(pod)).not.toMatch(/flag\{x\}|right/)
  })
})

describe('what the containers of a Pod share', () => {
  it('resolves by the node only where the internet is allowed, and neighbours and listed hosts by name', () => {
    expect(podOf({ egress: { kind: 'internet' } }).spec.dnsPolicy).toBe('Default')
    expect(podOf(everything).spec).toMatchObject({
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['127.255.255.254'] }
    })
    expect(podOf(everything).spec.hostAliases).toEqual([{ ip: '192.0.2.7', hostnames: ['api.example.org'] }])
    const several = podOf({ service: 'web', beside: [{ ...plan, service: 'side', publish: [] }] })
    expect(several.spec.hostAliases).toEqual([{ ip: '127.0.0.1', hostnames: ['web', 'side'] }])
    expect(several.spec.containers.map(({ name }) => name)).toEqual(['c0', 'c1'])
  })

  it('shares a folder between its containers', () => {
    const shared = { volumes: [{ name: 'data', path: '/data', readOnly: true }] }
    const { spec } = podOf({
      ...shared,
      service: 'web',
      beside: [{ ...plan, ...shared, service: 'side', publish: [] }]
    })
    const names = spec.containers.map(
      ({ volumeMounts }) => volumeMounts.find(({ mountPath }) => mountPath === '/data')!.name
    )
    expect(names[0]).toBe(names[1])
    expect(spec.volumes.filter(({ name }) => name === names[0])).toHaveLength(1)
  })

  it('goes to nodes that it may be on', () => {
    const terms = JSON.stringify(podOf({}, { nodes: ['a', 'b'], openPorts: true }).spec.affinity)
    expect(terms).toContain('"values":["a"]')
    expect(terms).toContain('"values":["b"]')
    expect(podOf().spec.affinity).toBeUndefined()
    expect(podOf({}, { nodes: null, openPorts: false }).spec.securityContext.sysctls).toBeUndefined()
  })
})

describe('policies', () => {
  it.each(NAMESPACE_POLICIES.map((one) => [(one.metadata as { name: string }).name, one] as const))(
    '%s is what Kubernetes takes',
    (_, one) => validate(one)
  )

  it('let nothing out, but public addresses and name servers for those that may reach the internet', () => {
    const [closed, internet] = NAMESPACE_POLICIES
    expect(closed.spec).toEqual({ podSelector: {}, policyTypes: ['Egress'], egress: [] })
    expect(internet!.spec.podSelector).toEqual({ matchLabels: { 'halyard.egress': 'internet' } })
    const text = JSON.stringify(internet!.spec.egress)
    for (const range of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'])
      expect(text).toContain(range)
  })

  it('a list of hosts is a policy of the instance alone, for TCP and one port each', () => {
    expect(hostsPolicy(plan, 'mine')).toBeNull()
    expect(hostsPolicy({ ...plan, ...everything }, 'mine')).toMatchObject({
      spec: {
        podSelector: { matchLabels: { 'halyard.instance': plan.instance } },
        egress: [{ to: [{ ipBlock: { cidr: '192.0.2.7/32' } }], ports: [{ protocol: 'TCP', port: 443 }] }]
      }
    })
  })
})

describe('what a Pod cannot do is refused by the name of its field', () => {
  const beside = (more: object) => ({
    beside: [{ ...plan, publish: [], service: 'side', ...more }],
    service: 'web'
  })
  it.each([
    ['user', { user: 'www-data' }, /: user is a name/],
    ['services.side.user', beside({ user: '1000:staff' }), /services\.side\.user is a name/],
    ['services.side.hostname', beside({ hostname: 'db' }), /services\.side\.hostname is set/],
    [
      'services.side.depends_on',
      beside({ dependsOn: [{ service: 'web', condition: 'healthy' }] }),
      /services\.side\.depends_on waits for health/
    ]
  ])('%s', (_, more, message) => {
    expect(() => requireFit({ ...plan, ...(more as Partial<StartPlan>) })).toThrow(message)
  })

  it('what it can is not', () => {
    requireFit({ ...plan, ...everything })
    requireFit({ ...plan, ...beside({ dependsOn: [{ service: 'web', condition: 'started' }] }) })
    expect(userOf('1000')).toEqual({ runAsUser: 1000 })
    expect(userOf('')).toBeNull()
  })
})
