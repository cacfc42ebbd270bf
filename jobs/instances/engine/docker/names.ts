/** Labels of everything that is ours. */
export const LABEL = {
  install: 'halyard.install',
  instance: 'halyard.instance',
  generation: 'halyard.generation',
  /** On each container of several. */
  service: 'halyard.service',
  /** On the first container of several: the services of the others, separated by commas. */
  beside: 'halyard.beside'
} as const

export interface Names {
  /** Of the first container, the network, and the volume of its file. */
  object: string
  /** Of the container that only fills that volume. */
  filler: string
  /** Of another container. */
  service(name: string): string
  /** Of a volume that containers share. */
  volume(name: string): string
  /** Of the network interface on the engine's host, by whose beginning the firewall tells them: at most 15 characters. */
  bridge(internet: boolean): string
}

/**
 * The names of an instance's objects, of the first eleven digits of its UUID: as many as a bridge's name has room for. Those
 * must be random: UUIDs that begin with the time (version 7) nearly share them.
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

/** Of which instance something is: null when it is not of this install, or of none. */
export function ownerOf(
  labels: Record<string, string> | null | undefined,
  install: string
): { instance: string; generation: number } | null {
  const instance = labels?.[LABEL.instance]
  if (labels?.[LABEL.install] !== install || !instance) return null
  return { instance, generation: Number(labels[LABEL.generation]) || 0 }
}
