import { expect, it } from 'vitest'
import { healthIn } from './objects'

it('reads health from the words of a list, and nothing else', () => {
  const words = [
    'Up 2 minutes (healthy)',
    'Up 2 minutes (unhealthy)',
    'Up 1 second (health: starting)',
    'Up 2 minutes',
    'Up 2 minutes (Paused)',
    'Exited (137) 3 hours ago',
    ''
  ]
  expect(words.map(healthIn)).toEqual(['healthy', 'unhealthy', 'starting', null, null, null, null])
})
