import type { ComposeSpec } from './contract'

export interface Endpoint {
  /** Null with a single image. */
  service: string | null
  port: number
}

interface EndpointFault {
  /** The index from 0; the entry is first. */
  index: number
  code: 'challenge.endpoint_missing' | 'challenge.endpoint_service' | 'challenge.endpoint_twice'
  params: Record<string, string | number>
}

/** Requires at least one endpoint, known services and no duplicates. Ignores exposed ports: an image may use others. */
export function checkEndpoints({ services }: ComposeSpec, endpoints: readonly Endpoint[]): EndpointFault[] {
  if (endpoints.length === 0) return [{ index: 0, code: 'challenge.endpoint_missing', params: {} }]
  const names = services.map(({ name }) => name)
  const seen = new Set<string>()
  return endpoints.flatMap(({ service, port }, index): EndpointFault[] => {
    if (service === null || !names.includes(service))
      return [
        { index, code: 'challenge.endpoint_service', params: { name: service ?? '', list: names.join(', ') } }
      ]
    const way = `${service}:${port}`
    if (seen.has(way)) return [{ index, code: 'challenge.endpoint_twice', params: { name: way } }]
    seen.add(way)
    return []
  })
}
