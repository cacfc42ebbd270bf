const UNITS = ['B', 'KB', 'MB', 'GB']

/** A number of bytes in the largest unit that leaves at least one. */
export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, size > 0 ? Math.floor(Math.log10(size) / 3) : 0)
  const value = size / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`
}
