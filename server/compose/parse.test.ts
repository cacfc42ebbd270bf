import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { faultsOf, issuesOf, servicesOf, specOf, WEB, webOf, wrapped } from '~/tests/support/compose'
import { composeSpec } from './contract'
import { parseCompose } from './index'

it('a website and its database are read in an order in which they can start', () => {
  const spec = specOf(WEB)
  expect(composeSpec.parse(spec)).toEqual(spec)
  expect(spec.services.map(({ name }) => name)).toEqual(['db', 'cache', 'web'])
  expect([spec.networks, spec.volumes]).toEqual([['back'], ['data']])
  const { web, db, cache } = servicesOf(WEB)
  expect(web).toEqual({
    name: 'web',
    image: 'ctf.example.org/web/ledger:1.2',
    command: null,
    entrypoint: null,
    environment: {
      FLAG: '\x24{HALYARD_FLAG}',
      TEAM: 'team-\x24{HALYARD_TEAM_ID}',
      DB_PASSWORD: 'pa$$word',
      DEBUG: 'false',
      PORT: '8080'
    },
    flag: true,
    dependsOn: [
      { service: 'db', condition: 'healthy' },
      { service: 'cache', condition: 'started' }
    ],
    healthcheck: null,
    tmpfs: [{ path: '/tmp', sizeMb: 32 }],
    volumes: [],
    readOnly: true,
    capabilities: [],
    user: null,
    hostname: null,
    workingDir: null,
    memoryMb: 256,
    cpu: 5,
    pids: 256,
    networks: ['default', 'back'],
    ports: [8080, 9000]
  })
  expect(db).toMatchObject({
    command: ['postgres', '-c', 'max_connections=20', '-c', 'log_statement=all'],
    environment: { POSTGRES_PASSWORD: 'pa$$word', POSTGRES_DB: 'a=b' },
    flag: false,
    healthcheck: {
      test: ['CMD-SHELL', 'pg_isready -U $POSTGRES_USER'],
      intervalMs: 5000,
      timeoutMs: 90_000,
      startPeriodMs: 500,
      retries: 10
    },
    volumes: [{ name: 'data', path: '/var/lib/postgresql/data', readOnly: false }],
    tmpfs: [{ path: '/run/postgresql', sizeMb: 16 }],
    capabilities: ['CHOWN', 'SETUID', 'SETGID'],
    networks: ['back', 'default']
  })
  expect(cache).toMatchObject({
    user: '999:999',
    hostname: 'cache',
    workingDir: '/data',
    memoryMb: 1024,
    cpu: 20,
    pids: 64,
    networks: []
  })
})

it('line ends of Windows and a byte order mark change nothing', () => {
  expect(specOf(WEB.replaceAll('\n', '\r\n'))).toEqual(specOf(WEB))
  expect(specOf(`\ufeff${WEB}`)).toEqual(specOf(WEB))
  expect(faultsOf(wrapped('privileged: true').replaceAll('\n', '\r\n'))).toEqual(['4 privileged'])
})

it('a domain with three machines is read', () => {
  const spec = specOf(`services:
  gate: { image: pentest/gate:1, expose: ["22"], depends_on: [dc, files], cpus: .25 }
  files: { image: pentest/files:1, depends_on: [dc], volumes: ["loot:/srv:ro"], mem_limit: 96m }
  dc:
    image: pentest/dc:1
    entrypoint: []
    healthcheck: { disable: true }
volumes: { loot: }
`)
  expect(spec.services.map(({ name, cpu, memoryMb }) => [name, cpu, memoryMb])).toEqual([
    ['dc', 1, 128],
    ['files', 1, 96],
    ['gate', 3, 128]
  ])
  expect(spec.services[0]).toMatchObject({ entrypoint: [], healthcheck: { test: ['NONE'] } })
  expect(spec.services[1]!.volumes).toEqual([{ name: 'loot', path: '/srv', readOnly: true }])
})

it('empty values count as absent', () => {
  expect(webOf('command:', 'environment: ~', 'volumes: null')).toEqual(webOf())
})

it('texts of every alphabet are kept', () => {
  const { environment, command } = webOf('environment: { GREETING: "Grüße, 世界 🚩" }', "command: echo 'día'")
  expect([environment, command]).toEqual([{ GREETING: 'Grüße, 世界 🚩' }, ['echo', 'día']])
  expect(issuesOf(wrapped('environment: { A: "世界🚩" }', 'privileged: true'))[0]).toMatchObject({
    line: 5,
    column: 5
  })
})

it.each([
  ['64', 1, 'b'],
  ['67108864', 64, ''],
  ['64M', 64, ''],
  ['64mb', 64, ''],
  ['64MiB', 64, ''],
  ['1.5g', 1536, ''],
  ['65537k', 65, '']
])('reads %s as %d MiB', (written, mb, unit) => {
  if (unit === 'b') expect(faultsOf(wrapped(`mem_limit: ${written}`))).toEqual(['4 out_of_range'])
  else expect(webOf(`mem_limit: ${written}`).memoryMb).toBe(mb)
})

it.each([
  ['0.1', 1],
  ['0.3', 3],
  ['0.70', 7],
  ['0.01', 1],
  ['1', 10],
  ['"2.55"', 26]
])('reads %s cores as %d tenths', (written, tenths) => expect(webOf(`cpus: ${written}`).cpu).toBe(tenths))

it('parsing never throws, and an accepted text fits the schema', () => {
  const key = fc.constantFrom(
    'services',
    'web',
    'image',
    'volumes',
    'environment',
    'expose',
    '<<',
    'networks',
    ''
  )
  const tree = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 6 },
      fc.string({ maxLength: 12 }),
      fc.constantFrom(null, 80, true, 'a:/b', '*x'),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(key, tie('node'), { maxKeys: 4 })
    )
  })).node
  const text = fc.oneof(
    fc.string({ maxLength: 200, unit: 'binary' }),
    tree.map((value) => stringify(value)),
    fc
      .tuple(fc.nat(WEB.length), fc.string({ maxLength: 3 }))
      .map(([at, put]) => WEB.slice(0, at) + put + WEB.slice(at))
  )
  fc.assert(
    fc.property(text, (written) => {
      const read = parseCompose(written)
      if (read.ok) expect(composeSpec.safeParse(read.spec).success).toBe(true)
      else {
        const last = written.split('\n').length
        expect(read.issues.length).toBeGreaterThan(0)
        for (const { line, params } of read.issues) {
          expect(line >= 1 && line <= last).toBe(true)
          expect(params.line).toBe(line)
        }
      }
    }),
    { numRuns: 400 }
  )
})

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
const word = fc.stringMatching(/^[A-Za-z0-9 _.'"\\#:{}[\]$-]{0,12}$/)
const doubled = (text: string) => text.replaceAll('$', '$$$$')

it('a written text is read back as it was', () => {
  const service = fc.record({
    command: fc.option(fc.array(word, { maxLength: 4 })),
    environment: fc.dictionary(fc.stringMatching(/^[A-Z]{1,6}$/), word, { maxKeys: 4 }),
    memoryMb: fc.integer({ min: 32, max: 4096 }),
    cpu: fc.integer({ min: 1, max: 80 }),
    ports: fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { maxLength: 4 }),
    readOnly: fc.boolean()
  })
  fc.assert(
    fc.property(fc.dictionary(name, service, { minKeys: 1, maxKeys: 8 }), (given) => {
      const services = Object.fromEntries(
        Object.entries(given).map(([key, one]) => [
          key,
          {
            image: 'a:1',
            command: one.command?.map(doubled) ?? null,
            environment: Object.fromEntries(
              Object.entries(one.environment).map(([variable, value]) => [variable, doubled(value)])
            ),
            mem_limit: `${one.memoryMb}m`,
            cpus: one.cpu / 10,
            expose: one.ports,
            read_only: one.readOnly
          }
        ])
      )
      const read = servicesOf(stringify({ services }, { defaultStringType: 'QUOTE_DOUBLE' }))
      for (const [key, { environment, ...one }] of Object.entries(given)) {
        expect(read[key]).toMatchObject(one)
        expect(read[key]!.environment).toEqual(
          Object.fromEntries(
            Object.entries(environment).map(([variable, value]) => [variable, doubled(value)])
          )
        )
      }
    }),
    { numRuns: 200 }
  )
})
