/** Labels of everything that is ours. */
export const LABEL = {
  install: 'halyard.install',
  instance: 'halyard.instance',
  generation: 'halyard.generation'
} as const

export interface Names {
  /** Of container, network and volume. */
  object: string
  /** Of the container that only fills the volume. */
  filler: string
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
