import { shareValue } from './render-cache'

const made = new WeakMap<object, Map<string, object>>()
/** Values kept for an object that rarely changes, by time and division. */
const MAX_VALUES = 500

/**
 * A value shared by many readers: a number in cache keys, and the fastest to find as the properties of a cached component.
 * @param of stands for everything that the value depends on and `key` does not name; replaced when that changes
 */
export function sharedBy<T extends object>(of: object, key: string, make: () => T): T {
  const known = made.get(of) ?? new Map<string, object>()
  const value = known.get(key)
  if (value) return value as T
  if (known.size === 0) made.set(of, known)
  if (known.size >= MAX_VALUES) known.clear()
  const fresh = shareValue(make())
  known.set(key, fresh)
  return fresh
}
