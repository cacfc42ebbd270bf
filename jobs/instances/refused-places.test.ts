import { expect, it } from 'vitest'
import { EngineError } from './engine/engine'
import { RefusedPlaces } from './refused-places'

const place = {
  subnet: '10.9.0.16/28',
  endpoints: [
    { position: 0, service: '', port: 80, published: 40_000 },
    { position: 1, service: '', port: 81, published: 40_001 }
  ]
}

it('a network or port that the engine refused is avoided for a minute, and nothing else', () => {
  let now = 0
  const refused = new RefusedPlaces(() => now)
  refused.note(new EngineError('subnet_taken', 'Pool overlaps'), place)
  expect(refused.current()).toEqual({ subnets: [place.subnet], ports: [] })
  now = 59_999
  refused.note(new EngineError('port_taken', 'port is already allocated'), place)
  expect(refused.current()).toEqual({ subnets: [place.subnet], ports: [40_000, 40_001] })
  now = 60_000
  expect(refused.current()).toEqual({ subnets: [], ports: [40_000, 40_001] })
  now = 120_000
  expect(refused.current()).toEqual({ subnets: [], ports: [] })
})

it('another failure is not taken for a refused place', () => {
  const refused = new RefusedPlaces(() => 0)
  refused.note(new EngineError('unreachable', 'connect ECONNREFUSED'), place)
  refused.note(new Error('not ready'), place)
  expect(refused.current()).toEqual({ subnets: [], ports: [] })
})
