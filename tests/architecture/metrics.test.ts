import { readFileSync } from 'node:fs'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { registry } from '~/server/metrics/definitions'

it('the document lists every metric of ours with type and labels, and no other', async () => {
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

/** Metric names in a Prometheus expression, without the endings of histograms. */
const namesIn = (text: string) =>
  [...new Set(text.match(/\b(?:halyard|nodejs|process)_\w+/g))].map((name) => name.replace(/_bucket$/, ''))

it.each(['deploy/grafana/halyard.json', 'deploy/prometheus/alerts.yaml'])(
  '%s uses only metrics that exist',
  (file) => {
    const text = readFileSync(file, 'utf8')
    const parsed: unknown = file.endsWith('.json') ? JSON.parse(text) : parse(text)
    const known = registry.getMetricsAsArray().map(({ name }) => name)
    const asked = namesIn(JSON.stringify(parsed))
    expect(asked.length).toBeGreaterThan(4)
    expect(asked.filter((name) => !known.includes(name))).toEqual([])
  }
)

it('of several processes, the one whose event loop is late tells the delay', async () => {
  const names = registry
    .getMetricsAsArray()
    .flatMap(({ name }) => (/_lag_(p99|max)_/.test(name) ? [name] : []))
  const process = async (value: number) => {
    const metrics = await registry.getMetricsAsJSON()
    return metrics
      .filter(({ name }) => names.includes(name))
      .map((metric) => ({ ...metric, values: [{ value, labels: {} }] }) as unknown as MetricObject)
  }
  const text = await AggregatorRegistry.aggregate([
    await process(0.01),
    await process(2),
    await process(0.01)
  ]).metrics()
  expect(names).toHaveLength(2)
  for (const name of names) expect(text).toContain(`\n${name} 2\n`)
})
