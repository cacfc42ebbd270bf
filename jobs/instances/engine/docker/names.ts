export const LABEL = {
  install: 'halyard.install',
  instance: 'halyard.instance',
  generation: 'halyard.generation',
  /** A label of each container if there are several. */
  service: 'halyard.service',
  /** A label of the first of several containers: the other services, comma-separated. */
  beside: 'halyard.beside'
} as const

export interface Names {
  object: string
  filler: string
  solver: string
  service(name: string): string
  volume(name: string): string
  /** Network interface on the host, at most 15 characters; the firewall matches its prefix. */
  bridge(internet: boolean): string
}

/**
 * The first eleven digits of the UUID fit a bridge's name; they must be random (version 7 begins with the
 * time).
 */
export function namesOf(instance: string): Names {
  const short = instance.replaceAll('-', '').slice(0, 11).toLowerCase()
  return {
    object: `hal-${short}`,
    filler: `hal-${short}-file`,
    solver: `hal-${short}-solver`,
    service: (name) => `hal-${short}.${name}`,
    volume: (name) => `hal-${short}.volume.${name}`,
    bridge: (internet) => `${internet ? 'hai' : 'hal'}-${short}`
  }
}

/** Null for objects of others, and of another installation at the same engine. */
export function ownerOf(
  labels: Record<string, string> | null | undefined,
  install: string
): { instance: string; generation: number } | null {
  const instance = labels?.[LABEL.instance]
  if (labels?.[LABEL.install] !== install || !instance) return null
  return { instance, generation: Number(labels[LABEL.generation]) || 0 }
}
