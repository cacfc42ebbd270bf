import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { COMPOSE_LIMITS, type ComposeIssue, composeSpec, type ServiceSpec } from './contract'
import { parseCompose } from './index'

function specOf(text: string) {
  const read = parseCompose(text)
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.spec
}

const servicesOf = (text: string) =>
  Object.fromEntries(specOf(text).services.map((one) => [one.name, one])) as Record<string, ServiceSpec>

const webOf = (...lines: string[]) => servicesOf(wrapped(...lines)).web!

const wrapped = (...lines: string[]) =>
  ['services:', '  web:', '    image: web:1', ...lines.map((one) => `    ${one}`)].join('\n')

function faultsOf(text: string) {
  const read = parseCompose(text)
  return read.ok ? [] : read.issues.map(({ line, code }) => `${line} ${code.replace('compose.', '')}`)
}

const issuesOf = (text: string): ComposeIssue[] => {
  const read = parseCompose(text)
  return read.ok ? [] : read.issues
}

const WEB = `version: "3.9"
name: ledger
x-limits: &limits
  mem_limit: 256m
  cpus: 0.5
services:
  web:
    <<: *limits
    image: ctf.example.org/web/ledger:1.2
    depends_on:
      db: { condition: service_healthy }
      cache:
        condition: service_started
    environment:
      FLAG: \${HALYARD_FLAG}
      TEAM: team-$HALYARD_TEAM_ID
      DB_PASSWORD: pa$$word
      DEBUG: false
      PORT: 8080
    expose: [8080, "9000/tcp"]
    read_only: true
    tmpfs: /tmp:size=32m,mode=1777
    networks: [default, back]
  db:
    <<: *limits
    image: postgres:16-alpine
    command: postgres -c 'max_connections=20' -c "log_statement=all"
    environment:
      - POSTGRES_PASSWORD=pa$$word
      - POSTGRES_DB=a=b
    healthcheck:
      test: ["CMD-SHELL", "pg_isready -U $$POSTGRES_USER"]
      interval: 5s
      timeout: 1m30s
      start_period: 500ms
      retries: 10
    volumes:
      - data:/var/lib/postgresql/data
      - type: tmpfs
        target: /run/postgresql
        tmpfs: { size: 16m }
    cap_add: [CAP_CHOWN, setuid, SETGID]
    cap_drop: [ALL]
    networks: { back: , default: }
  cache:
    image: redis@sha256:${'ab'.repeat(32)}
    user: 999:999
    hostname: cache
    working_dir: /data/
    deploy: { resources: { limits: { memory: 1g, cpus: "2", pids: 64 } } }
networks:
  back: { internal: true }
volumes:
  data:
`

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
])('%s is read as %d MiB', (written, mb, unit) => {
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
])('%s cores are read as %d tenths', (written, tenths) => expect(webOf(`cpus: ${written}`).cpu).toBe(tenths))

it.each([
  ['build', 'build: .'],
  ['build', 'build: { context: . }'],
  ['bind_mount', 'volumes: ["./loot:/loot:ro"]'],
  ['bind_mount', 'volumes: ["/var/run/docker.sock:/var/run/docker.sock"]'],
  ['bind_mount', 'volumes: ["~/x:/x"]'],
  ['bind_mount', 'volumes: ["C:\\\\x:/x"]'.replaceAll('"', "'")],
  ['bind_mount', 'volumes: ["\x24{PWD}:/x"]'],
  ['bind_mount', 'volumes: ["../x:/x"]'],
  ['bind_mount', 'volumes: [{ type: bind, source: /etc, target: /x }]'],
  ['bind_mount', 'volumes: [{ source: ../etc, target: /x }]'],
  ['anonymous_volume', 'volumes: [/data]'],
  ['unknown_volume', 'volumes: ["data:/data"]'],
  ['devices', 'devices: [/dev/kvm]'],
  ['privileged', 'privileged: true'],
  ['privileged', 'privileged: false'],
  ['host_namespace', 'network_mode: host'],
  ['host_namespace', 'pid: host'],
  ['host_namespace', 'ipc: host'],
  ['host_namespace', 'userns_mode: host'],
  ['ports', 'ports: ["80:80"]'],
  ['restart', 'restart: always'],
  ['restart', 'deploy: { restart_policy: { condition: any } }'],
  ['host_file', 'secrets: [flag]'],
  ['host_file', 'configs: [x]'],
  ['host_file', 'env_file: .env'],
  ['extends', 'extends: { service: x }'],
  ['capability', 'cap_add: [SYS_ADMIN]'],
  ['capability', 'cap_add: [ALL]'],
  ['security_opt', 'security_opt: [seccomp:unconfined]'],
  ['unsupported', 'tty: true'],
  ['unsupported', 'ulimits: { nofile: 1 }'],
  ['unsupported', 'deploy: { replicas: 3 }'],
  ['unsupported', 'networks: { default: { aliases: [db] } }'],
  ['unknown_key', 'frobnicate: 1'],
  ['unknown_key', '__proto__: 1'],
  ['unknown_key_near', 'enviroment: { A: b }'],
  ['unknown_key_near', 'mem-limit: 64m'],
  ['unknown_service', 'depends_on: [db]'],
  ['unknown_network', 'networks: [back]'],
  ['cycle', 'depends_on: [web]'],
  ['condition', 'depends_on: { db: { condition: service_completed_successfully } }'],
  ['variable', 'environment: { FLAG: "\x24{FLAG:-flag{test}}" }'],
  ['variable', 'environment: { A: "\x24{HALYARD_FLAG:-x}" }'],
  ['variable', 'environment: ["A=$HOME"]'],
  ['variable', 'environment: { A: "cost 5$" }'],
  ['variable', 'command: echo $1'],
  ['variable_place', 'command: ["echo", "\x24{HALYARD_FLAG}"]'],
  ['no_value', 'environment: [FLAG]'],
  ['no_value', 'environment: { FLAG: }'],
  ['no_value', 'healthcheck: { interval: 1s }'],
  ['quote_open', 'command: echo "a'.replace('"', "'").concat('')],
  ['duplicate', 'environment: [A=1, A=2]'],
  ['duplicate', 'tmpfs: [/a, /a/]'],
  ['duplicate', 'mem_limit: 64m\n    mem_limit: 64m'],
  ['bad_size', 'mem_limit: lots'],
  ['bad_size', 'tmpfs: "/tmp:size=x"'],
  ['out_of_range', 'mem_limit: 31m'],
  ['out_of_range', 'mem_limit: 999999999999999'],
  ['out_of_range', 'cpus: 0'],
  ['out_of_range', 'pids_limit: 1'],
  ['expected_number', 'pids_limit: -1'],
  ['expected_number', 'cpus: 1e3'],
  ['out_of_range', 'healthcheck: { test: x, interval: 1ms }'],
  ['bad_duration', 'healthcheck: { test: x, interval: 5 }'],
  ['bad_value', 'healthcheck: { test: [curl, x] }'],
  ['bad_value', 'healthcheck: { test: [] }'],
  ['bad_path', 'tmpfs: tmp'],
  ['bad_path', 'tmpfs: /a/../b'],
  ['bad_path', 'tmpfs: /'],
  ['bad_path', 'working_dir: srv'],
  ['bad_port', 'expose: [0]'],
  ['bad_port', 'expose: ["8000-8005"]'],
  ['bad_port', 'expose: ["53/udp"]'],
  ['bad_value', 'user: "a b"'],
  ['bad_value', 'hostname: -x'],
  ['bad_value', 'environment: { A: "\\0" }'],
  ['expected_truth', 'read_only: maybe'],
  ['expected_text', 'hostname: [a]'],
  ['expected_list', 'expose: 80'],
  ['expected_map', 'healthcheck: curl'],
  ['expected_list', 'environment: A=1'],
  ['yaml', 'user: !secret x'],
  ['yaml', 'user: *nobody']
])('%s: %s', (code, line) => {
  const place = code === 'cycle' ? 2 : line.includes('\n') ? 5 : 4
  expect(faultsOf(wrapped(line))).toContain(`${place} ${code}`)
})

it.each([
  ['1 no_services', ''],
  ['1 no_services', '# nothing\n'],
  ['1 no_services', 'version: "3"'],
  ['1 no_services', 'services: {}'],
  ['1 expected_map', '- a'],
  ['1 expected_map', 'nginx'],
  ['1 expected_map', 'services: [web]'],
  ['2 expected_map', 'services:\n  web: nginx'],
  ['2 no_image', 'services:\n  web: { user: a }'],
  ['2 bad_service_name', 'services:\n  Web: { image: a }'],
  ['2 bad_service_name', `services:\n  ${'a'.repeat(33)}: { image: a }`],
  ['2 build', 'services:\n  web: { build: . }'],
  ['2 expected_text', 'services:\n  web: { image: }'.replace('image: ', 'image: [a] ')],
  ['2 host_file', 'services: { web: { image: a } }\nsecrets: { flag: { file: ./flag } }'],
  ['1 extends', 'include: [a.yml]\nservices: { web: { image: a } }'],
  [
    '4 networks_apart',
    'networks: { back: }\nservices:\n  web: { image: a }\n  db: { image: b, networks: [back] }'
  ],
  ['2 external', 'services: { web: { image: a } }\nnetworks: { out: { external: true } }'],
  ['2 external', 'services: { web: { image: a } }\nnetworks: { out: { internal: false } }'],
  ['2 external', 'services: { web: { image: a } }\nvolumes: { out: { external: { name: x } } }'],
  ['2 unsupported', 'services: { web: { image: a } }\nvolumes: { out: { driver_opts: { o: bind } } }'],
  ['1 unknown_key_near', 'service: { web: { image: a } }'],
  ['3 duplicate', 'services:\n  web: { image: a }\n  web: { image: b }'],
  ['3 tab', 'services:\n  web:\n\timage: a'],
  ['4 yaml', 'services:\n  web:\n    image: a\n   user: b'],
  ['2 yaml', 'services:\n  web: { image: "a }'],
  ['2 several_documents', 'services: { web: { image: a } }\n---\nservices: {}']
])('%s', (fault, text) => expect(faultsOf(text)).toContain(fault))

it('all faults are reported at once, by line', () => {
  const text = `services:
  web:
    image: a
    privileged: true
    ports: ["80:80"]
  db:
    image: b
    restart: always
    enviroment: {}
`
  expect(faultsOf(text)).toEqual(['4 privileged', '5 ports', '8 restart', '9 unknown_key_near'])
  expect(issuesOf(text).at(-1)).toEqual({
    line: 9,
    column: 5,
    path: 'services.db.enviroment',
    code: 'compose.unknown_key_near',
    params: { line: 9, name: 'enviroment', near: 'environment' }
  })
})

it('a cycle of dependencies names its services', () => {
  const text = `services:
  a: { image: a, depends_on: [b] }
  b: { image: a, depends_on: [c] }
  c: { image: a, depends_on: [b] }`
  expect(issuesOf(text)).toMatchObject([{ line: 3, code: 'compose.cycle', params: { list: 'b → c → b' } }])
})

it('the numbers of services and of their memory are limited', () => {
  const services = (count: number, limit: string) =>
    `services:\n${Array.from({ length: count }, (_, n) => `  s${n}: { image: a, mem_limit: ${limit} }\n`).join('')}`
  expect(specOf(services(8, '128g')).services).toHaveLength(8)
  expect(faultsOf(services(9, '1g'))).toEqual(['2 over_limit'])
  expect(issuesOf(services(8, '129g'))).toMatchObject([
    { line: 9, code: 'compose.memory_sum', params: { sum: 8 * 129 * 1024, max: 1024 * 1024 } }
  ])
})

it('a text of more than 32 KiB of UTF-8 is refused', () => {
  const filled = (length: number, letter: string) =>
    `services: { web: { image: a } }\n#${letter.repeat(length)}`
  expect(faultsOf(filled(COMPOSE_LIMITS.bytes - 33, 'x'))).toEqual([])
  expect(faultsOf(filled(COMPOSE_LIMITS.bytes - 32, 'x'))).toEqual(['1 too_long'])
  expect(faultsOf(filled(COMPOSE_LIMITS.bytes / 2, '世'))).toEqual(['1 too_long'])
})

it.each([
  ['[', '1 too_deep'],
  ['{a: ', '1 too_deep'],
  ['- ', '1 too_deep'],
  ['? ', '1 too_deep']
])('a text with %s within each other is refused', (open, fault) => {
  expect(faultsOf(open.repeat(COMPOSE_LIMITS.bytes / 4))).toEqual([fault])
})

it('an absurdly deep indentation is refused', () => {
  const text = Array.from({ length: 250 }, (_, n) => `${' '.repeat(n)}a:\n`).join('')
  expect(faultsOf(text)).toEqual(['202 too_deep'])
})

it('a bomb of aliases is not expanded', () => {
  const bomb = ['x0: &a0 {k: v, l: w}']
  for (let n = 1; n < 10; n++)
    bomb.push(
      `x${n}: &a${n}\n  <<: [${Array(9)
        .fill(`*a${n - 1}`)
        .join(', ')}]`
    )
  const text = `x-all:\n${bomb.join('\n').replace(/^/gm, '  ')}\nservices:\n  web: { <<: *a9, image: a }`
  expect(faultsOf(text).map((one) => one.split(' ')[1])).toContain('aliases')
  const many = `x-a: &a 1\nservices: { web: { image: a, expose: [${Array(101).fill('*a').join(', ')}] } }`
  expect(faultsOf(many)).toEqual(['2 aliases'])
})

it('an anchor that contains itself is refused', () => {
  expect(faultsOf('services: &s\n  web: *s').length).toBeGreaterThan(0)
  expect(faultsOf('services:\n  web: &w\n    <<: *w\n    image: a')).toContain('3 aliases')
})

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
