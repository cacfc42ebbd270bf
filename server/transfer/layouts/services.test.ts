import { expect, it } from 'vitest'
import { parseCompose } from '~/server/compose'
import { readFolder as read } from '~/tests/support/files/challenge-folders'

const least = 'name: a\nvalue: 1\nflags: [f]'

function servicesOf(text: string | null | undefined) {
  const found = parseCompose(text ?? '')
  if (!found.ok) throw new Error(JSON.stringify(found.issues))
  return found.spec.services
}

const COMPOSE = `# Runs the site.
version: "3"
services:
  web:
    image: ctf.example.org/a/web:1
    build: ./web
    restart: unless-stopped
    privileged: true
    ports: ["127.0.0.1:8080:80", "9001:9001/tcp"]
    expose: ["81"]
    depends_on: [db]
  db:
    image: postgres:16
    container_name: a-db
    volumes: ["data:/var/lib/postgresql/data"]
volumes: { data: }
`

it('a compose file of ctfcli becomes containers, and left out parts are named', async () => {
  for (const name of ['docker-compose.yml', 'compose.yaml']) {
    const { challenge, notes } = await read(least, { [name]: COMPOSE.replaceAll('\n', '\r\n') })
    expect(challenge?.input.type).toBe('StaticContainer')
    expect(notes).toEqual(['compose_built', 'compose_dropped', 'compose'])
    const { containerCompose, containerExposePort, containerOptions } = challenge!.update
    expect(servicesOf(containerCompose).map((one) => [one.name, one.image, one.ports])).toEqual([
      ['db', 'postgres:16', []],
      ['web', 'ctf.example.org/a/web:1', [81, 80, 9001]]
    ])
    expect([containerExposePort, containerOptions?.entry, containerOptions?.more]).toEqual([
      80,
      { title: '', service: 'web', protocol: 'http' },
      [{ title: '', service: 'web', port: 9001, protocol: 'tcp' }]
    ])
    const dropped = challenge?.notes.find(({ code }) => code === 'compose_dropped')
    expect(dropped?.params.name).toBe('web.restart, web.privileged, db.container_name')
  }
})

it('images that must be built are named, and no containers are made', async () => {
  const { challenge, notes } = await read(least, { 'compose.yml': 'services:\n  web: { build: . }\n' })
  expect([challenge?.input.type, notes]).toEqual(['StaticAttachment', ['compose_build']])
})

it('the reason why a compose file cannot be used is named', async () => {
  const reasonOf = async (text: string) => {
    const { challenge } = await read(least, { 'compose.yml': text })
    expect(challenge?.input.type).toBe('StaticAttachment')
    return challenge?.notes.map(({ code, params }) => [code, params.file, params.line, params.reason])
  }
  const one = 'services:\n  web:\n    image: a\n'
  expect(await reasonOf(`${one}    volumes: [./x:/x]`)).toEqual([
    ['compose_refused', 'compose.yml', 4, 'compose.bind_mount']
  ])
  expect(await reasonOf(`${one}    ports: ["53:53/udp"]`)).toEqual([
    ['compose_refused', 'compose.yml', 4, 'compose.ports']
  ])
  expect(await reasonOf('services: [')).toEqual([['compose_refused', 'compose.yml', 1, 'compose.yaml']])
  const long = await read(least, { 'compose.yml': `${one}#${'x'.repeat(40_000)}` })
  expect(long.notes).toEqual(['file_too_long'])
})

it('a missing endpoint is named where no port is published', async () => {
  const { challenge, notes } = await read(least, { 'compose.yml': 'services: { web: { image: a } }' })
  expect([challenge?.input.type, notes]).toEqual(['StaticContainer', ['compose', 'compose_entry']])
})

it('containers of rCDS with a named image become containers', async () => {
  const definition = `name: tide
description: "{{ nc }}"
flag: f
value: 1
containers:
  main:
    image: ctf.example.org/tide:1
    environment: { MODE: hard }
    ports: [5000]
    resources: { limits: { cpu: 250m, memory: 96Mi } }
  db: { image: "redis:7", command: [redis-server, --save, ""] }
expose:
  main: [{ target: 5000, tcp: 31337 }, { target: 8080, http: tide }]
`
  const { challenge, notes } = await read(definition, {}, 'challenge.yaml')
  expect(notes).toEqual(['compose', 'host'])
  expect(servicesOf(challenge?.update.containerCompose)).toMatchObject([
    { name: 'main', environment: { MODE: 'hard' }, ports: [5000], memoryMb: 96, cpu: 3 },
    { name: 'db', command: ['redis-server', '--save', ''] }
  ])
  expect(challenge?.update).toMatchObject({
    containerExposePort: 5000,
    containerOptions: {
      entry: { service: 'main', protocol: 'tcp' },
      more: [{ service: 'main', port: 8080, protocol: 'http' }]
    }
  })
})
