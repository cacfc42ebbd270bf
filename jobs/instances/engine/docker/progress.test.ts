import { expect, it } from 'vitest'
import { createTally } from './progress'

it('layers and bytes of a pull are counted', () => {
  const tally = createTally()
  expect(tally.add({ id: '1.0', status: 'Pulling from web/a' })).toBe(false)
  expect(tally.add({ status: 'Digest: sha256:ab' })).toBe(false)
  expect(tally.state()).toEqual({ layersDone: 0, layersTotal: 0, bytesDone: 0, bytesTotal: 0 })
  for (const id of ['a', 'b', 'c']) tally.add({ id, status: 'Pulling fs layer', progressDetail: {} })
  tally.add({ id: 'a', status: 'Already exists', progressDetail: {} })
  tally.add({ id: 'b', status: 'Downloading', progressDetail: { current: 10, total: 100 } })
  tally.add({ id: 'c', status: 'Downloading', progressDetail: { current: 50, total: 50 } })
  expect(tally.state()).toEqual({ layersDone: 1, layersTotal: 3, bytesDone: 60, bytesTotal: 150 })
  tally.add({ id: 'b', status: 'Download complete' })
  // Extraction has a count of its own and downloads no bytes.
  tally.add({ id: 'c', status: 'Extracting', progressDetail: { current: 5, total: 50 } })
  tally.add({ id: 'c', status: 'Pull complete' })
  expect(tally.state()).toEqual({ layersDone: 2, layersTotal: 3, bytesDone: 150, bytesTotal: 150 })
})
