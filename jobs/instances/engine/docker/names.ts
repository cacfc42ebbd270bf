/** Labels of our objects. */
export const LABEL = {
  install: 'halyard.install',
  instance: 'halyard.instance',
  generation: 'halyard.generation',
  /** On each container of several. */
  service: 'halyard.service',
  /** On the first of several containers: the other services, comma-separated. */
  beside: 'halyard.beside'
} as const

export interface Names {
  /** Name of the first container, the network, and the file's volume. */
  object: string
  /** Name of the helper container that fills the volume. */
  filler: string
  /** Name of another container. */
  service(name: string): string
  /** Name of a shared volume. */
  volume(name: string): string
  /** Network interface on the host, at most 15 characters; the firewall matches its prefix. */
  bridge(internet: boolean): string
}

/**
 * Names of an instance's objects, from the first eleven digits of its UUID (as many as fit a bridge's name).
 * They must be random: UUIDs of version 7 begin with the time.
 */
export function namesOf(instance: string): Names {
  const short = instance.replaceAll('-', '').slice(0, 11).toLowerCase()
  return {
    object: `hal-${short}`,
    filler: `hal-${short}-file`,
    service: (name) => `hal-${short}.${name}`,
    volume: (name) => `hal-${short}.volume.${name}`,
    bridge: (internet) => `${internet ? 'hai' : 'hal'}-${short}`
  }
}

export function ownerOf(
  labels: Record<string, string> | null | undefined,
  install: string
): { instance: string; generation: number } | null {
  const instance = labels?.[LABEL.instance]
  if (labels?.[LABEL.install] !== install || !instance) return null
  return { instance, generation: Number(labels[LABEL.generation]) || 0 }
}
