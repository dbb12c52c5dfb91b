/** Sends messages to chat services, each message once. */
import { recordDueTime } from "../publishing/due-times.ts"

const TIMEOUT_MS = 10_000

export class DeliveryError extends Error {
  /** Seconds that the service asks to wait; null if it does not say. */
  readonly retryAfter: number | null
  /**
   * Whether the service certainly did not post the message. False if the outcome is unknown, for example after a
   * timeout.
   */
  readonly isRefused: boolean

  constructor(reason: string, retryAfter: number | null, isRefused: boolean) {
    super(reason)
    this.retryAfter = retryAfter
    this.isRefused = isRefused
  }
}

/** Codes of errors that occur before a connection exists, so that nothing was sent. */
const CONNECTION_ERRORS = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
])

const isConnectionError = (error: unknown): boolean =>
  CONNECTION_ERRORS.has(Object(Object(error).cause).code)

interface MessageRequest {
  url: string
  body: object
  /** The secret part of the URL, which is removed from errors. */
  secret: string
  /** Parses the JSON of an error. Returns undefined for JSON that the service would not send. */
  readError: (json: unknown) => { description: string; retryAfter: number | null } | undefined
}

/** Throws {@link DeliveryError} if the message was refused, or if the outcome is unknown. */
export async function postMessage({ url, body, secret, readError }: MessageRequest): Promise<void> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // A redirect would send the secret, which is part of the URL, to another server.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.ok) return void (await answer.body?.cancel())
    const error = readError(await answer.json().catch(() => null))
    throw new DeliveryError(
      `${answer.status} ${error?.description ?? ""}`.trim(),
      error?.retryAfter ?? null,
      // Without the service's JSON, the error may come from a proxy after the service has posted the message.
      error !== undefined,
    )
  } catch (error) {
    if (error instanceof DeliveryError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    // The error for an invalid URL contains the URL.
    const safeReason = secret ? reason.replaceAll(secret, "…") : reason
    throw new DeliveryError(safeReason, null, isConnectionError(error))
  }
}

interface Queue<Item> {
  lease: () => Promise<Item | null>
  send: (item: Item) => Promise<void>
  recordSent: (item: Item) => Promise<unknown>
  /** Records and logs why a message was not sent. `error` is null if sending was not even tried. */
  recordFailure: (item: Item, reason: string, error: DeliveryError | null) => Promise<unknown>
}

/** Sends up to `limit` messages that are due, and stops at the first failure. Returns the number of sent messages. */
export async function sendDueMessages<Item>(queue: Queue<Item>, limit: number): Promise<number> {
  for (let sent = 0; sent < limit; sent += 1) {
    const item = await queue.lease()
    if (!item) return sent
    try {
      await queue.send(item)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await queue.recordFailure(item, reason, error instanceof DeliveryError ? error : null)
      await recordDueTime()
      return sent
    }
    // Retries once, because a message that is not recorded as sent would be sent again.
    await queue.recordSent(item).catch(() => queue.recordSent(item))
  }
  return limit
}
