import type { ReadService } from './service'

interface Order {
  /** Dependencies first, else as written. */
  ordered: ReadService[]
  /** Services in a circle, the first one repeated; null without one. */
  cycle: { entry: ReadService['entry']; names: string[] } | null
}

/** A start order; ignores unknown dependencies. */
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
