const FACTORS: Record<string, number> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 }
}

/** A quantity as Kubernetes writes it, such as `250m` or `512Mi`, as a number; 0 for one that cannot be read. */
export function amountOf(quantity: string): number {
  const [, digits, unit] = /^([0-9.]+(?:e[0-9]+)?)([a-zA-Z]*)$/.exec(quantity) ?? []
  const factor = FACTORS[unit ?? '']
  return digits === undefined || factor === undefined ? 0 : Number(digits) * factor
}

export const mebibytes = (mb: number): string => `${mb}Mi`

/** Converts tenths of a core. */
export const cores = (tenths: number): string => `${tenths * 100}m`
