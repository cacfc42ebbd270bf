import type { ReadService } from './service'

interface Order {
  /** Each after those it depends on, else as they are written. */
  ordered: ReadService[]
  /** Services that wait for each other, the first one again at the end; null when none do. */
  cycle: { entry: ReadService['entry']; names: string[] } | null
}

/** An order in which services can start. Dependencies on services that are not there are not looked at. */
export function inOrder(services: ReadService[]): Order {
  const byName = new Map(services.map((one) => [one.spec.name, one]))
  const ordered: ReadService[] = []
  const done = new Set<ReadService>()
  const way: ReadService[] = []
  let cycle: Order['cycle'] = null
  const visit = (service: ReadService): void => {
    if (done.has(service) || cycle) return
    const start = way.indexOf(service)
    if (start >= 0) {
      const names = [...way.slice(start), service].map(({ spec }) => spec.name)
      cycle = { entry: service.entry, names }
      return
    }
    way.push(service)
    for (const { service: name } of service.spec.dependsOn) {
      const other = byName.get(name)
      if (other) visit(other)
    }
    way.pop()
    done.add(service)
    ordered.push(service)
  }
  for (const service of services) visit(service)
  return { ordered, cycle }
}
