import { expect, it } from 'vitest'
import { type ChallengeEdit, containerOptions } from '~/server/challenges/contract'
import { containerFieldsOf, containerForm, endpointField } from './container-form'

const form = {
  intent: 'save',
  containerImage: ' web/quill:1 ',
  containerExposePort: '8080',
  memoryLimit: '256',
  cpuCount: '0,5',
  storageLimit: '512',
  pids: '64',
  egress: 'none',
  egressHosts: '',
  flagDelivery: 'env',
  flagPath: '/run/halyard/flag',
  readiness: 'tcp',
  readinessPath: '/',
  readinessLine: 'up',
  startTimeout: '30',
  keepAfterSolve: '0'
}
const refusedAt = (change: object) => [
  ...new Set(containerForm.safeParse({ ...form, ...change }).error?.issues.map(({ path }) => path.join('.')))
]

it("image, limits in the page's units, and options are read; missing boxes are off", () => {
  expect(containerForm.parse(form)).toEqual({
    containerImage: 'web/quill:1',
    containerExposePort: 8080,
    memoryLimit: 256,
    cpuCount: 5,
    storageLimit: 512,
    enableTrafficCapture: false,
    containerOptions: {
      ...containerOptions.parse({}),
      readOnly: false,
      pids: 64,
      startTimeout: 30
    }
  })
  const on = {
    readOnly: 'on',
    enableTrafficCapture: 'on',
    'cap-CHOWN': 'on',
    'cap-SETUID': 'on',
    'cap-ODD': 'on'
  }
  expect(containerForm.parse({ ...form, ...on })).toMatchObject({
    enableTrafficCapture: true,
    containerOptions: { readOnly: true, capabilities: ['CHOWN', 'SETUID'] }
  })
})

it('hosts are read one a line, and only the target of the chosen readiness', () => {
  const read = (change: object) => containerForm.parse({ ...form, ...change }).containerOptions
  expect(
    read({ egress: 'hosts', egressHosts: 'API.example.org:443\r\n\r\n b.example.org:80 ' })
  ).toMatchObject({
    egressHosts: ['api.example.org:443', 'b.example.org:80']
  })
  expect(read({})).toMatchObject({ readinessTarget: '' })
  expect(read({ readiness: 'http', readinessPath: ' /ping ' })).toMatchObject({ readinessTarget: '/ping' })
  expect(read({ readiness: 'log' })).toMatchObject({ readinessTarget: 'up' })
})

it.each([
  [{ memoryLimit: '31' }, 'memoryLimit'],
  [{ memoryLimit: '' }, 'memoryLimit'],
  [{ storageLimit: 'x' }, 'storageLimit'],
  [{ containerExposePort: '65536' }, 'containerExposePort'],
  [{ cpuCount: '0' }, 'cpuCount'],
  [{ cpuCount: 'half' }, 'cpuCount'],
  [{ pids: '7' }, 'pids'],
  [{ startTimeout: '4' }, 'startTimeout'],
  [{ keepAfterSolve: '-1' }, 'keepAfterSolve'],
  [{ egress: 'hosts' }, 'egressHosts'],
  [{ egress: 'hosts', egressHosts: 'api.example.org' }, 'egressHosts'],
  [{ egress: 'all' }, 'egress'],
  [{ readiness: 'log', readinessLine: ' ' }, 'readinessLine'],
  [{ readiness: 'http', readinessPath: 'ping' }, 'readinessPath'],
  [{ flagDelivery: 'file', flagPath: 'flag' }, 'flagPath'],
  [{ flagDelivery: 'file', flagPath: '/flag', readOnly: 'on' }, 'flagPath']
])('the form refuses %j', (change, field) => expect(refusedAt(change)).toEqual([field]))

it('the delivery stays unchanged for a static flag', () => {
  const { flagDelivery: _, flagPath: __, ...shared } = form
  expect(containerForm.parse(shared).containerOptions).toMatchObject({ flagDelivery: 'env' })
})

it('every setting is given back as stored', () => {
  const options = containerOptions.parse({
    pids: 99,
    egress: 'hosts',
    egressHosts: ['a.example.org:1', 'b.example.org:2'],
    readiness: 'log',
    readinessTarget: 'listening',
    flagDelivery: 'file',
    flagPath: '/srv/flag',
    keepAfterSolve: 10,
    entry: { title: 'Site', service: 'web', protocol: 'http' },
    more: [{ title: 'Mail', service: 'mx', port: 25 }]
  })
  const stored = {
    containerImage: 'x:1',
    containerExposePort: 81,
    memoryLimit: 64,
    cpuCount: 13,
    storageLimit: 128,
    enableTrafficCapture: true,
    containerCompose: 'services:\n  web: { image: a }\n',
    containerOptions: options
  } as ChallengeEdit
  const { readOnly, enableTrafficCapture, capabilities, entry, more, ...fields } = containerFieldsOf(stored)
  expect([readOnly, enableTrafficCapture, capabilities]).toEqual([true, true, []])
  const on = { readOnly: 'on', enableTrafficCapture: 'on' }
  expect(containerForm.parse({ ...fields, ...entry, ...more, ...on })).toEqual(stored)
})

it('the compose text is kept with its indentation if several containers are chosen, else removed', () => {
  const read = (change: object) => containerForm.parse({ ...form, ...change }).containerCompose
  const containerCompose = '  services:\r\n    web:\r\n'
  expect(read({ containers: 'several', containerCompose })).toBe('  services:\n    web:\n')
  expect(read({ containers: 'one', containerCompose })).toBe('')
  expect(read({ containerCompose })).toBeUndefined()
  expect(refusedAt({ containers: 'several', containerCompose: ' \r\n' })).toEqual(['containerCompose'])
})

it('endpoints are read from rows, empty rows skipped, and errors name their row', () => {
  const rows = {
    entryService: ' web ',
    more1Service: 'mx',
    more1Port: '25',
    more1Protocol: 'http',
    more3Port: '26'
  }
  expect(containerForm.parse({ ...form, ...rows }).containerOptions).toMatchObject({
    entry: { title: '', service: 'web', protocol: 'auto' },
    more: [
      { title: '', service: 'mx', port: 25, protocol: 'http' },
      { title: '', service: '', port: 26, protocol: 'tcp' }
    ]
  })
  expect(refusedAt({ ...rows, more3Port: '65536' })).toEqual(['more3Port'])
  expect(refusedAt({ more2Title: 'Mail' })).toEqual(['more2Port'])
  expect(refusedAt({ entryProtocol: 'udp' })).toEqual(['entryProtocol'])
})

it('the row of a refused endpoint is found behind empty rows', () => {
  const rows = { more0Title: '', more1Service: 'web', more1Port: '80', more4Service: 'mail', more4Port: '25' }
  const at = (field?: string) => endpointField({ extra: field ? { field } : {} }, rows)
  expect(at('containerOptions.more.0.service')).toBe('more1Service')
  expect(at('containerOptions.more.1.service')).toBe('more4Service')
  expect(at('containerOptions.entry.service')).toBe('entryService')
  expect(at()).toBe('entryService')
})
