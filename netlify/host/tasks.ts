/** Work under way that nobody awaits. */
import { setTimeout as sleep } from "node:timers/promises"

export interface TaskSet {
  add(task: Promise<unknown>): void
  /** Resolves when all is done, or after the patience is used up. */
  settled(patienceMs: number): Promise<void>
}

/** Keeps tasks until they are done, and logs the ones that fail under that name. */
export function createTaskSet(name: string): TaskSet {
  const tasks = new Set<Promise<unknown>>()
  return {
    add(task) {
      const watched = task
        .catch((error) => console.error(`${name} failed:`, error))
        .finally(() => tasks.delete(watched))
      tasks.add(watched)
    },
    async settled(patienceMs) {
      const enough = new AbortController()
      const patience = sleep(patienceMs, undefined, { signal: enough.signal }).catch(() => {})
      await Promise.race([Promise.all(tasks), patience])
      enough.abort()
    },
  }
}
