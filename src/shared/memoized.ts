/** Caches the results of `make` by key. Drops all results at `max` keys. */
export function memoizeByKey<Key, Result>(
  make: (key: Key) => Result,
  max = Number.POSITIVE_INFINITY,
) {
  const results = new Map<Key, Result>()
  return (key: Key): Result => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    if (results.size >= max) results.clear()
    const result = make(key)
    results.set(key, result)
    return result
  }
}
