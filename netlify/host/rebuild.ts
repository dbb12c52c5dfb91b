/** When to build: on request, and whenever the content is ahead of what is served. */
import { reasonOf } from "./start-failure.ts"

const LOOK_EVERY_MS = 5_000

interface Options {
  /** Builds and swaps; rejects when it fails. Reads the content version itself. */
  build(): Promise<void>
  /** The content's version now; rejects when the database is away. */
  wanted(): Promise<number>
  /** The version being served. */
  served(): number
  lookEveryMs?: number
}

export interface Rebuilder {
  /** Asks for a build; resolves when one that began after the asking is done, however it went. */
  ask(): Promise<void>
  /** Builds no more, and resolves when the build under way has ended. */
  stop(): Promise<void>
}

/** Never more than one build at a time; whatever is asked during one makes exactly one more. */
export function createRebuilder({ build, wanted, served, ...options }: Options): Rebuilder {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let isStopped = false
  /** The version last tried: one that failed, or that a build does not reach, is not tried in a circle. */
  let tried: number | null = null

  const once = async (isFollowUp: boolean) => {
    if (isStopped) return
    tried = await wanted().catch(() => null)
    // The build before it may have begun late enough to hold what was asked for during it.
    if (isFollowUp && tried === served()) return
    await build().catch((error) => {
      if (isStopped) return
      console.error(`The site could not be rebuilt; the old one stays.\n${reasonOf(error)}`)
    })
  }
  const begin = (isFollowUp: boolean): Promise<void> => {
    running = once(isFollowUp).finally(() => {
      running = null
    })
    return running
  }
  const ask = (): Promise<void> => {
    if (!running) return begin(false)
    next ??= running.then(() => {
      next = null
      return begin(true)
    })
    return next
  }
  const look = async () => {
    if (running) return
    const version = await wanted().catch(() => null)
    if (version !== null && version !== served() && version !== tried && !isStopped) await ask()
  }
  const timer = setInterval(look, options.lookEveryMs ?? LOOK_EVERY_MS)
  timer.unref()
  return {
    ask,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await (next ?? running)
    },
  }
}
