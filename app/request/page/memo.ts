/** Caches the last result of each of the `most` newest keys, while its inputs are identical. */
export function createMemo<T>(most = 50): (key: string, from: readonly unknown[], make: () => T) => T {
  const last = new Map<string, { from: readonly unknown[]; value: T }>()
  return (key, from, make) => {
    const known = last.get(key)
    if (known && known.from.length === from.length && from.every((one, n) => one === known.from[n]))
      return known.value
    const value = make()
    last.delete(key)
    last.set(key, { from, value })
    if (last.size > most) last.delete(last.keys().next().value!)
    return value
  }
}
