/** Caches the results of `make` by key. If the cache has `maxSize` keys, it is cleared before a new key is added. */
export function memoizeByKey<Key, Result>(
  make: (key: Key) => Result,
  maxSize = Number.POSITIVE_INFINITY,
) {
  const results = new Map<Key, Result>()
  return (key: Key): Result => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    if (results.size >= maxSize) results.clear()
    const result = make(key)
    results.set(key, result)
    return result
  }
}
