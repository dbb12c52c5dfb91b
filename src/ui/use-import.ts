import { useEffect, useState } from "react"

/** Loads a module when `isWanted` becomes true. After a failure, `retry` is a function that loads it again. */
export function useImport<Module>(load: () => Promise<Module>, isWanted = true) {
  const [module, setModule] = useState<Module>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!isWanted || module || hasFailed) return
    load().then(setModule, (error: unknown) => {
      console.error(error)
      setHasFailed(true)
    })
  }, [load, isWanted, module, hasFailed])
  return { module, retry: hasFailed ? () => setHasFailed(false) : null }
}
