import { describe, expect, it } from 'vitest'
import { instancesAtOnce, teamsAtOnce } from './room'

const single = (memoryMb: number, cpu: number) => ({ memoryMb, cpu, compose: null })

describe('instances that fit at once', () => {
  it('are bounded by memory with what each costs its host, by cores, and by places', () => {
    const engine = { memoryMb: 1000, cpu: 100, places: 50 }
    expect(instancesAtOnce(single(84, 1), [engine])).toBe(10)
    expect(instancesAtOnce(single(85, 1), [engine])).toBe(9)
    expect(instancesAtOnce(single(32, 25), [engine])).toBe(4)
    expect(instancesAtOnce(single(32, 1), [{ ...engine, places: 3 }])).toBe(3)
    expect(instancesAtOnce(single(2000, 1), [engine])).toBe(0)
  })

  it('are counted engine by engine: what is left on two is no place', () => {
    const engine = { memoryMb: 150, cpu: 100, places: 50 }
    expect(instancesAtOnce(single(84, 1), [engine, engine])).toBe(2)
    expect(instancesAtOnce(single(84, 1), [])).toBe(0)
  })

  it('take what all containers of a Compose file take together', () => {
    const compose = `services:
  web: { image: tide/web:1, expose: [8080], mem_limit: 200m }
  db: { image: tide/db:1, mem_limit: 284m }
`
    expect(instancesAtOnce({ ...single(32, 1), compose }, [{ memoryMb: 1000, cpu: 100, places: 9 }])).toBe(2)
    expect(
      instancesAtOnce({ ...single(32, 1), compose: '{' }, [{ memoryMb: 1000, cpu: 100, places: 9 }])
    ).toBe(null)
  })
})

describe('teams that can run several challenges at once', () => {
  const engine = { memoryMb: 1000, cpu: 100, places: 50 }

  it('are bounded by what all of them take, on all engines together', () => {
    expect(teamsAtOnce([single(84, 1), single(184, 1)], 0, [engine])).toBe(3)
    expect(teamsAtOnce([single(84, 1), single(184, 1)], 0, [engine, engine])).toBe(6)
    expect(teamsAtOnce([single(32, 30), single(32, 20)], 0, [engine])).toBe(2)
    expect(teamsAtOnce([single(32, 1), single(32, 1)], 0, [{ ...engine, places: 5 }])).toBe(2)
  })

  it('count no more of a team than it may run, the largest first', () => {
    expect(teamsAtOnce([single(84, 1), single(184, 1)], 1, [engine])).toBe(5)
    expect(teamsAtOnce([single(84, 1), single(184, 1)], 2, [engine])).toBe(3)
  })

  it('are unknown without a challenge that can be started, and none without an engine', () => {
    expect(teamsAtOnce([], 3, [engine])).toBe(null)
    expect(teamsAtOnce([{ ...single(84, 1), compose: '{' }], 3, [engine])).toBe(null)
    expect(teamsAtOnce([single(84, 1)], 3, [])).toBe(0)
  })
})
