const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes as `48.2 KB`, in thousands as file managers count. What rounds to 1000 moves to the next unit. */
export function formatBytes(size: number): string {
  let [value, unit] = [size, 0]
  while (value >= (unit === 0 ? 1000 : 999.5) && unit < UNITS.length - 1)
    [value, unit] = [value / 1000, unit + 1]
  const places = unit === 0 || value >= 99.95 ? 0 : 1
  return `${value.toFixed(places)} ${UNITS[unit]}`
}
