import { isMap } from 'yaml'
import type { ServiceSpec } from './contract'
import { isNull, type Reader, type Value } from './reader'
import { dollarsOf } from './variables'

const NAME = /^[^\s=$\0]{1,255}$/

/** A map or a list of `NAME=value`. One without a value would be the host's. */
export function readEnvironment(reader: Reader, value: Value, spec: ServiceSpec): void {
  const given = isMap(value.node) ? fromMap(reader, value) : fromList(reader, value)
  const names = new Set<string>()
  for (const { name, text, at } of given) {
    if (!NAME.test(name)) reader.fault(at, 'compose.bad_value', { value: name })
    else if (names.has(name)) reader.fault(at, 'compose.duplicate', { name })
    else if (text === null) reader.fault(at, 'compose.no_value', { name })
    else {
      const { written, placeholders, unknown } = dollarsOf(text)
      if (unknown !== null) reader.fault(at, 'compose.variable', { value: unknown })
      if (placeholders.includes('HALYARD_FLAG')) spec.flag = true
      spec.environment[name] = written
    }
    names.add(name)
  }
}

interface Variable {
  name: string
  text: string | null
  at: Value
}

function fromMap(reader: Reader, value: Value): Variable[] {
  return (reader.entries(value) ?? []).flatMap((at) => {
    if (isNull(at)) return { name: at.name, text: null, at }
    const text = reader.raw(at)
    return text === null ? [] : { name: at.name, text, at }
  })
}

function fromList(reader: Reader, value: Value): Variable[] {
  return (reader.items(value) ?? []).flatMap((at) => {
    const line = reader.raw(at)
    if (line === null) return []
    const [name = '', text = null] = line.split(/=(.*)/s)
    return { name, text, at }
  })
}
