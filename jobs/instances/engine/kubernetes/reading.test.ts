import { describe, expect, it } from 'vitest'
import { statusOf } from '../refused'
import type { Node, Pod } from './api'
import { createCalls, errorOf } from './calls'
import { readLines } from './logs'
import { infoOf, nodeOf } from './nodes'
import { endingOf } from './objects'
import { amountOf } from './quantities'

const meta = { name: 'a', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' }
const ready = { type: 'Ready', status: 'True' }
const node = (more: { spec?: Node['spec']; status?: Partial<Node['status']>; metadata?: object } = {}) =>
  nodeOf({
    metadata: { ...meta, ...more.metadata },
    spec: more.spec ?? {},
    status: {
      conditions: [ready],
      addresses: [{ type: 'InternalIP', address: '10.0.0.4' }],
      allocatable: { cpu: '3920m', memory: '16384Mi' },
      ...more.status
    }
  })
const pod = (status: Partial<Pod['status']>, metadata = {}): Pod => ({
  metadata: { ...meta, ...metadata },
  spec: { containers: [{ name: 'c0' }, { name: 'c1' }] },
  status: { phase: 'Running', ...status }
})
const container = (name: string, state: object) => ({ name, ready: true, imageID: '', state })

describe('a quantity', () => {
  it.each([
    ['250m', 0.25],
    ['4', 4],
    ['1536Mi', 1_610_612_736],
    ['12345678n', 0.012345678],
    ['2e3', 2000],
    ['lots', 0]
  ])('%s is %d', (text, amount) => expect(amountOf(text)).toBeCloseTo(amount, 9))
})

describe('a node', () => {
  it('takes instances while it is ready and nothing keeps them away', () => {
    expect(node()).toMatchObject({
      state: 'ready',
      availability: 'active',
      cpus: 3,
      memoryMb: 16_384,
      entry: '10.0.0.4'
    })
    expect(node({ spec: { unschedulable: true } }).availability).toBe('pause')
    expect(node({ spec: { taints: [{ key: 'gpu', effect: 'NoSchedule' }] } }).availability).toBe('pause')
    expect(node({ spec: { taints: [{ key: 'gpu', effect: 'NoExecute' }] } }).availability).toBe('drain')
    // Taints of a node's state, which is reported already.
    const silent = { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }] }
    expect(
      node({ spec: silent, status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } })
    ).toMatchObject({
      ...{ state: 'down', availability: 'active' }
    })
    expect(node({ status: { conditions: [] } }).state).toBe('unknown')
  })

  it('is reached where its annotations say, and players where they are told', () => {
    const annotations = { 'halyard.host': '10.9.9.9', 'halyard.entry': 'play.example.org' }
    expect(node({ metadata: { annotations } })).toMatchObject({ host: '10.9.9.9', entry: 'play.example.org' })
    const addresses = [
      { type: 'InternalIP', address: 'fd00::4' },
      { type: 'ExternalIP', address: '2001:db8::4' }
    ]
    expect(node({ status: { addresses } })).toMatchObject({ host: 'fd00::4', entry: '[2001:db8::4]' })
  })

  it('counts only while it takes instances', () => {
    const version = { major: '1', minor: '31+', gitVersion: 'v1.31.2' }
    const info = infoOf(version, [node(), node({ spec: { unschedulable: true } })])
    expect(info).toMatchObject({ cpus: 3, memoryMb: 16_384, version: 'v1.31.2' })
    expect(info.nodes).toHaveLength(2)
  })
})

describe('the end of a Pod', () => {
  it('comes with the first of its containers, and tells the exit code that is none of success', () => {
    expect(
      endingOf(pod({ containerStatuses: [container('c0', { running: { startedAt: '' } })] }))
    ).toMatchObject({
      ...{ running: true, exitCode: null }
    })
    const one = [
      container('c0', { running: { startedAt: '' } }),
      container('c1', { terminated: { exitCode: 3, reason: 'Error' } })
    ]
    expect(endingOf(pod({ containerStatuses: one }))).toMatchObject({
      running: false,
      exitCode: 3,
      oomKilled: false
    })
    const killed = [container('c0', { terminated: { exitCode: 137, reason: 'OOMKilled' } })]
    expect(endingOf(pod({ containerStatuses: killed }))).toMatchObject({ running: false, oomKilled: true })
  })

  it('tells what was written too much, and nothing of a Pod that its node has lost', () => {
    const full = {
      phase: 'Failed',
      reason: 'Evicted',
      message: 'Pod ephemeral local storage usage exceeds the total limit'
    } as const
    expect(endingOf(pod(full))).toMatchObject({ running: false, diskFull: true })
    expect(endingOf(pod({ ...full, message: 'The node was low on resource: memory.' }))?.diskFull).toBe(false)
    expect(endingOf(pod({}, { deletionTimestamp: '2026-01-01T00:00:00Z' }))).toBeNull()
  })
})

describe('a refusal', () => {
  it('has a fault by its status, and the words of the API server', () => {
    const body = JSON.stringify({ kind: 'Status', message: 'pods "a" already exists' })
    expect(errorOf(409, body)).toMatchObject({ fault: 'name_taken', message: 'pods "a" already exists' })
    expect(errorOf(404, '{}')).toMatchObject({ fault: 'gone' })
    expect(errorOf(422, body).fault).toBe('start_failed')
    expect(errorOf(503, 'busy')).toMatchObject({ fault: 'unreachable', message: 'busy' })
    expect(statusOf(errorOf(403, body))).toBe(403)
  })

  it('says what to do about missing rights', () => {
    const message = 'nodes is forbidden: User "x" cannot list resource "nodes"'
    expect(errorOf(403, JSON.stringify({ message })).message).toBe(
      `${message}; see docs/operating.md#kubernetes for the rights that are needed`
    )
    expect(
      errorOf(403, JSON.stringify({ message: 'pods "a" is forbidden: exceeded quota: q' })).message
    ).toBe('pods "a" is forbidden: exceeded quota: q')
    expect(errorOf(401, '{"message":"Unauthorized"}').message).toMatch(
      /neither the token nor the certificate/
    )
  })

  it('an address without TLS is none', () => {
    expect(() => createCalls({ address: 'http://10.0.0.3:8080', keys: null })).toThrow(/not the address/)
  })
})

it('lines of a log have their times, and those without one are left out', () => {
  const text = '2026-01-01T00:00:00.123456789Z tide is up\nnonsense\n2026-01-01T00:00:01Z \n'
  expect(readLines(text, 'web | ')).toEqual([
    { at: new Date('2026-01-01T00:00:00.123Z'), stream: 'stdout', text: 'web | tide is up' },
    { at: new Date('2026-01-01T00:00:01Z'), stream: 'stdout', text: 'web | ' }
  ])
})
