/** Bringing a part of a prebuilt page up to date, without moving anything under somebody's eyes. */

/** When the browser has nothing better to do. */
function whenIdle(act: () => void): void {
  // Safari has no such thing.
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 5000 })
  else setTimeout(act, 1000)
}

/** As soon as the part is out of sight. What moves there moves nothing that is seen. */
function whenUnseen(part: Element, act: () => void): void {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry || entry.isIntersecting) return
    observer.disconnect()
    act()
  })
  observer.observe(part)
}

async function answerOf(source: string): Promise<unknown> {
  const response = await fetch(source).catch(() => null)
  return response?.ok ? await response.json().catch(() => null) : null
}

/**
 * Asks `source` (a path) at idle and shows what it answers once the part is out of sight. `read` gives null
 * for an answer that is none; then the part stays as it was built.
 */
export function freshenUnseen<Content>(
  part: Element,
  source: string,
  read: (body: unknown) => Content | null,
  show: (content: Content) => void,
): void {
  whenIdle(async () => {
    const content = read(await answerOf(source))
    if (content !== null) whenUnseen(part, () => show(content))
  })
}
