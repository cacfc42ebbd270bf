import { describe, expect, it } from 'vitest'
import { instancesAtOnce } from './room'

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
