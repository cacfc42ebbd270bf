import { describe, expect, it } from 'vitest'
import { instancesAtOnce, teamsAtOnce } from './engine-capacity'

const single = (memoryMb: number, cpu: number) => ({ memoryMb, cpu, compose: null })

describe('instances that fit at once', () => {
  it('memory with its overhead, cores and places limit the instances', () => {
    const engine = { memoryMb: 1000, cpu: 100, places: 50 }
    expect(instancesAtOnce(single(84, 1), [engine])).toBe(10)
    expect(instancesAtOnce(single(85, 1), [engine])).toBe(9)
    expect(instancesAtOnce(single(32, 25), [engine])).toBe(4)
    expect(instancesAtOnce(single(32, 1), [{ ...engine, places: 3 }])).toBe(3)
    expect(instancesAtOnce(single(2000, 1), [engine])).toBe(0)
  })

  it('instances are counted by engine: the rests of two engines are no place', () => {
    const engine = { memoryMb: 150, cpu: 100, places: 50 }
    expect(instancesAtOnce(single(84, 1), [engine, engine])).toBe(2)
    expect(instancesAtOnce(single(84, 1), [])).toBe(0)
  })

  it('an instance takes what all containers of its Compose file take', () => {
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

  it('what all challenges take on all engines limits the teams', () => {
    expect(teamsAtOnce([single(84, 1), single(184, 1)], 0, [engine])).toBe(3)
    expect(teamsAtOnce([single(84, 1), single(184, 1)], 0, [engine, engine])).toBe(6)
    expect(teamsAtOnce([single(32, 30), single(32, 20)], 0, [engine])).toBe(2)
    expect(teamsAtOnce([single(32, 1), single(32, 1)], 0, [{ ...engine, places: 5 }])).toBe(2)
  })

  it('no more instances of a team are counted than it may run, the largest first', () => {
    expect(teamsAtOnce([single(84, 1), single(184, 1)], 1, [engine])).toBe(5)
    expect(teamsAtOnce([single(84, 1), single(184, 1)], 2, [engine])).toBe(3)
  })

  it('the number of teams is unknown without a startable challenge, and 0 without an engine', () => {
    expect(teamsAtOnce([], 3, [engine])).toBe(null)
    expect(teamsAtOnce([{ ...single(84, 1), compose: '{' }], 3, [engine])).toBe(null)
    expect(teamsAtOnce([single(84, 1)], 3, [])).toBe(0)
  })
})
