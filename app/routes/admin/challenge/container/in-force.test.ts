import { expect, it } from 'vitest'
import { containerOptions } from '~/server/challenges/contract'
import { inForceOf } from './in-force'

const policy = { defaultLifetime: 60, extensionDuration: 30, renewalWindow: 10 }
const challenge = (given: object = {}) => ({
  memoryLimit: 512,
  cpuCount: 20,
  containerOptions: containerOptions.parse(given)
})
const engine = (memoryMb: number, cpus: number, diskQuota: boolean) => ({
  capacity: { memoryMb, cpu: cpus * 100, places: 9 },
  info: {
    version: '1',
    os: 'linux',
    architecture: 'x86_64',
    cpus,
    memoryMb,
    storageDriver: 'overlay2',
    diskQuota,
    runtimes: []
  }
})

it('limits are in force as set when engines have enough', () => {
  expect(inForceOf(challenge(), [engine(4096, 4, false)], policy)).toEqual({
    memoryShort: null,
    cores: 2,
    coresShort: false,
    disk: 'read_only',
    lifetime: 60,
    extension: 30,
    window: 10
  })
})

it("missing capacity is reported, including an instance's overhead in memory", () => {
  expect(inForceOf(challenge(), [engine(520, 1, true)], policy)).toMatchObject({
    memoryShort: 504,
    cores: 1,
    coresShort: true
  })
  expect(inForceOf(challenge(), [engine(520, 1, true), engine(528, 4, true)], policy).memoryShort).toBeNull()
})

it('a disk quota counts only if every engine has it, and nothing is known without an engine', () => {
  const writable = challenge({ readOnly: false })
  const disk = (...engines: ReturnType<typeof engine>[]) => inForceOf(writable, engines, policy).disk
  expect([disk(), disk(engine(9, 9, true)), disk(engine(9, 9, true), engine(9, 9, false))]).toEqual([
    null,
    'quota',
    'sweep'
  ])
  expect(inForceOf(challenge(), [{ ...engine(1, 1, false), info: null }], policy)).toMatchObject({
    memoryShort: null,
    cores: 2
  })
})

it('several containers are summed up, and none gets more cores than an engine has', () => {
  const web = { memoryMb: 300, cores: 0.1, readOnly: true }
  const db = { memoryMb: 300, cores: 3, readOnly: false }
  expect(inForceOf(challenge(), [engine(700, 2, true)], policy, [web, web, db])).toMatchObject({
    memoryShort: 684,
    cores: 2.2,
    coresShort: true,
    disk: 'quota'
  })
  expect(inForceOf(challenge(), [engine(4096, 4, true)], policy, [web, web, web])).toMatchObject({
    memoryShort: null,
    cores: 0.3,
    coresShort: false,
    disk: 'read_only'
  })
})
