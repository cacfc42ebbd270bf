import type { ComposeView } from '~/app/islands/compose-field/reading'
import { parseCompose } from '~/server/challenges/compose'

type Words = (key: string, params: Record<string, string | number>) => string

/** What a compose text gives, for whoever edits it; a blank one gives nothing. */
export function composeView(text: string, words: Words): ComposeView {
  if (text.trim() === '') return { faults: [], services: [] }
  const read = parseCompose(text)
  if (!read.ok)
    return {
      faults: read.issues.map(({ line, column = 1, code, params }) => ({
        line,
        column,
        text: words(`errors:${code}`, params)
      })),
      services: []
    }
  const services = read.spec.services.map(({ name, image, memoryMb, cpu, ports, flag }) => ({
    name,
    image,
    memoryMb,
    cores: cpu / 10,
    ports,
    flag
  }))
  return { faults: [], services }
}
