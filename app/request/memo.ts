/** Remembers for each key what was made for it last, as long as it would be made from the very same things. */
export function createMemo<T>(): (key: string, from: readonly unknown[], make: () => T) => T {
  const last = new Map<string, { from: readonly unknown[]; value: T }>()
  return (key, from, make) => {
    const known = last.get(key)
    if (known && known.from.length === from.length && from.every((one, n) => one === known.from[n]))
      return known.value
    const value = make()
    last.set(key, { from, value })
    return value
  }
}
