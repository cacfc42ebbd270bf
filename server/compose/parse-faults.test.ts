import fc from 'fast-check'
import { expect, it } from 'vitest'
import { faultsOf, issuesOf, specOf, wrapped } from '~/tests/support/compose'
import { COMPOSE_LIMITS } from './contract'

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
])('stops at %s within each other', (open, fault) => {
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

const _name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
