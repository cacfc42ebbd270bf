import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { ROLES, roleEnvironment } from '~/scripts/lib/platform/role.mjs'
import { loadEnv } from '~/server/platform/env'

const require = createRequire(import.meta.url)
const KUBERNETES = 'deploy/kubernetes'

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() })
})
type Model = new (data: unknown) => { validate(): void }

/** Objects of a folder, by the files in its kustomization. */
function manifestsOf(folder: string): z.infer<typeof manifest>[] {
  const { resources } = z
    .looseObject({ resources: z.array(z.string()) })
    .parse(parse(readFileSync(join(KUBERNETES, folder, 'kustomization.yaml'), 'utf8')))
  const files = resources.filter((name) => name.endsWith('.yaml'))
  const there = readdirSync(join(KUBERNETES, folder)).filter((name) => name !== 'kustomization.yaml')
  expect(files.sort()).toEqual(there.sort())
  return files.flatMap((name) =>
    parseAllDocuments(readFileSync(join(KUBERNETES, folder, name), 'utf8')).map((one) =>
      manifest.parse(one.toJS())
    )
  )
}

const service = z.looseObject({
  environment: z.record(z.string(), z.unknown()).default({}),
  env_file: z.array(z.unknown()).default([]),
  logging: z.looseObject({ options: z.record(z.string(), z.unknown()) }),
  init: z.boolean().optional(),
  networks: z.array(z.string()).default([]),
  read_only: z.boolean().optional()
})
const stack = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.unknown())
})
const stackOf = (path: string) => stack.parse(parse(readFileSync(path, 'utf8'), { merge: true }))

/** The value that compose uses when only required variables are set. */
const filled = (value: unknown) =>
  String(value)
    .replace(/\$\{HALYARD_SECRET:\?[^}]*\}/, 'ab'.repeat(32))
    .replace(/\$\{\w+:\?[^}]*\}/g, 'given')
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')

describe.each(['base', 'bundled-stores', 'instances'])('the manifests of %s', (folder) => {
  const all = manifestsOf(folder)

  it.each(all.map((one) => [one.kind, one.metadata.name, one] as const))(
    '%s %s is what Kubernetes takes',
    (kind, _, one) => {
      const models: Record<string, Model> = require(`kubernetes-models/${one.apiVersion}`)
      expect(models[kind]).toBeDefined()
      new models[kind]!(one).validate()
    }
  )
})

it('the schemas of Kubernetes refuse what is wrong', () => {
  const { Deployment }: Record<string, Model> = require('kubernetes-models/apps/v1')
  const wrong = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'two', template: {} } }
  expect(() => new Deployment!(wrong).validate()).toThrow(/replicas must be integer/)
})

const policy = z.looseObject({
  kind: z.literal('NetworkPolicy'),
  metadata: z.object({ name: z.string() }),
  spec: z.looseObject({
    podSelector: z.looseObject({
      matchExpressions: z.array(z.object({ values: z.array(z.string()) })).optional()
    }),
    ingress: z
      .array(
        z.object({ from: z.array(z.unknown()).default([]), ports: z.array(z.object({ port: z.int() })) })
      )
      .default([])
  })
})

describe('Kubernetes', () => {
  const base = manifestsOf('base')

  it('lets Prometheus reach every process that has metrics', () => {
    const policies = base.flatMap((one) => policy.safeParse(one).data ?? [])
    const { spec } = policies.find(({ metadata }) => metadata.name === 'halyard-metrics')!
    const { SCORING_PORT, JOBS_PORT, PORT } = loadEnv(
      roleEnvironment('web', {
        ...{ DATABASE_URL: 'postgres://a@b/c', REDIS_URL: 'redis://a', HALYARD_SECRET: 'ab'.repeat(32) }
      })
    )
    expect(spec.ingress[0]!.ports.map(({ port }) => port)).toEqual([PORT, SCORING_PORT, JOBS_PORT])
    expect(spec.podSelector.matchExpressions!.at(-1)!.values).toEqual(['web', 'scoring', 'jobs'])
    expect(JSON.stringify(spec.ingress[0]!.from)).toContain('"halyard/metrics":"allowed"')
  })

  it('takes large files and quiet sockets through its ingress', () => {
    const annotations = z.object({ annotations: z.record(z.string(), z.string()) })
    const ingress = annotations.parse(base.find(({ kind }) => kind === 'Ingress')!.metadata).annotations
    const of = (name: string) => ingress[`nginx.ingress.kubernetes.io/${name}`]
    expect([of('proxy-body-size'), of('proxy-request-buffering')]).toEqual(['0', 'off'])
    // Tunnels may be quiet for half an hour.
    for (const name of ['proxy-read-timeout', 'proxy-send-timeout'])
      expect(Number(of(name))).toBeGreaterThan(1800)
  })

  it('has a place for commands with the settings and files of the others, which does not run', () => {
    const of = (name: string) => {
      const { spec } = base.find((one) => one.kind === 'Deployment' && one.metadata.name === name)! as never
      const pod = (spec as { template: { spec: Record<string, unknown> } }).template.spec
      const [container] = pod.containers as Record<string, unknown>[]
      return {
        replicas: (spec as { replicas: number }).replicas,
        what: [container!.envFrom, container!.volumeMounts, pod.volumes]
      }
    }
    expect(of('halyard-console')).toEqual({ replicas: 0, what: of('halyard-jobs').what })
  })
})

it('the image leaves the engine to the settings', () => {
  expect(readFileSync('Dockerfile', 'utf8')).not.toContain('DOCKER_HOST')
})

/** What the files decide; all else comes from .env, or another file of settings. */
const DECIDED = [
  ...['DATABASE_URL', 'DATABASE_URL_FILE', 'REDIS_URL', 'HALYARD_SECRET', 'HALYARD_SECRET_FILE'],
  ...['HALYARD_ROLE', 'HALYARD_DATA', 'HOST', 'PORT', 'SCORING_PORT', 'JOBS_PORT', 'SCORING_URL', 'WEB_URL'],
  'TRUSTED_PROXIES'
]

describe.each(['compose.yaml', 'deploy/swarm.yaml'])('%s', (path) => {
  const { services, networks } = stackOf(path)
  const ours = Object.entries(services).filter(([, { environment }]) => environment.HALYARD_ROLE)

  it('runs every role that a container can, each without rights', () => {
    expect(ours.map(([name]) => name).sort()).toEqual(ROLES.filter((role) => role !== 'all').sort())
    for (const [name, { environment, read_only }] of ours) {
      expect(environment.HALYARD_ROLE).toBe(name)
      expect(read_only).toBe(true)
    }
  })

  it('takes every setting from a file, and has containers that hang started again', () => {
    for (const { environment, env_file, init } of Object.values(services).filter(
      ({ environment: { SCORING_URL } }) => SCORING_URL
    )) {
      expect(env_file).toHaveLength(1)
      expect(Object.keys(environment).filter((key) => !DECIDED.includes(key))).toEqual([])
      expect(init).toBe(true)
    }
  })

  it('keeps logs of a limited size', () => {
    for (const { logging } of Object.values(services))
      expect(logging.options).toEqual({ 'max-size': '10m', 'max-file': '3' })
  })

  it('gives settings that the processes know and accept', () => {
    for (const [name, { environment }] of ours) {
      const given = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, filled(value)])
      )
      for (const key of Object.keys(given).filter((one) => one.endsWith('_FILE'))) {
        expect(given[key]).toMatch(/^\/run\/secrets\//)
        delete given[key]
        given[key.slice(0, -5)] = key.startsWith('DATABASE') ? 'postgres://a@postgres/b' : 'ab'.repeat(32)
      }
      const env = loadEnv(roleEnvironment(ROLES.find((role) => role === name) as 'web', given))
      expect(env.SCORING_URL?.[0]?.port).toBe('8081')
    }
  })

  it('lets only Halyard reach the stores, and uses only networks that exist', () => {
    for (const [name, { networks: used }] of Object.entries(services)) {
      expect(Object.keys(networks)).toEqual(expect.arrayContaining(used))
      if (/postgres|valkey|scoring/.test(name)) expect(used).toEqual(['inside'])
    }
    expect(networks.inside).toMatchObject({ internal: true })
  })
})
