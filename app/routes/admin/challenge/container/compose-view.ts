import type { ComposeView } from '~/app/islands/compose-field/reading'
import type { ComposeReading } from '~/server/compose/contract'

type Words = (key: string, params: Record<string, string | number>) => string

export function composeView(read: ComposeReading, words: Words): ComposeView {
  if (!read.ok)
    return {
      faults: read.issues.map(({ line, column = 1, code, params }) => ({
        line,
        column,
        text: words(`errors:${code}`, params)
      })),
      services: []
    }
  const services = read.spec.services.map(({ name, image, memoryMb, cpu, pids, readOnly, ports, flag }) => ({
    name,
    image,
    memoryMb,
    cores: cpu / 10,
    pids,
    readOnly,
    ports,
    flag
  }))
  return { faults: [], services }
}

export const NO_COMPOSE: ComposeView = { faults: [], services: [] }
