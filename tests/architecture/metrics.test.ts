import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { registry } from '~/server/metrics/definitions'

it('lists every metric of its own with type and labels, and no other', async () => {
  const lines = readFileSync('docs/metrics.md', 'utf8').split('\n')
  const listed = lines
    .filter((line) => line.startsWith('| `halyard_'))
    .map((line) => line.split('|').map((cell) => cell.replaceAll('`', '').trim()))
    .map(([, name, type, labels]) => `${name} ${type} ${labels}`)
  const own = registry.getMetricsAsArray().filter(({ name }) => name.startsWith('halyard_'))
  const known = (own as unknown as { name: string; type?: string; labelNames: string[] }[]).map((metric) => {
    const type = metric.constructor.name.toLowerCase()
    return `${metric.name} ${type} ${metric.labelNames.join(', ') || '–'}`
  })
  expect(listed.sort()).toEqual(known.sort())
})
