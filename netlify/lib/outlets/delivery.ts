/** Posts messages to outlets, which are channels of Telegram and Discord. */
import { recordDueTime } from "../publishing/due-times.ts"

const TIMEOUT_MS = 10_000

export class DeliveryError extends Error {
  /** Seconds; null if the service requests no pause. */
  readonly retryAfter: number | null
  /** False if the message may have been posted, for example after a timeout. */
  readonly isCertainlyUnsent: boolean

  constructor(reason: string, retryAfter: number | null, isCertainlyUnsent: boolean) {
    super(reason)
    this.retryAfter = retryAfter
    this.isCertainlyUnsent = isCertainlyUnsent
  }
}

/** Codes of errors that occur before there is a connection, so nothing was sent. */
const CONNECTION_ERRORS = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
])

/** `fetch` throws an error whose cause has the code. */
const isConnectionError = (error: unknown): boolean =>
  CONNECTION_ERRORS.has(Object(Object(error).cause).code)

interface MessageRequest {
  url: string
  body: object
  /** The secret part of the URL, which is removed from errors. */
  secret: string
  /** Returns undefined for JSON that the service would not send. */
  readError: (json: unknown) => { description: string; retryAfter: number | null } | undefined
}

/** Throws {@link DeliveryError} if the message was refused, or if the outcome is unknown. */
export async function postMessage({ url, body, secret, readError }: MessageRequest): Promise<void> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // A redirect would send the secret in the URL to another server.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) {
      await response.body?.cancel()
      return
    }
    const error = readError(await response.json().catch(() => null))
    throw new DeliveryError(
      `${response.status} ${error?.description ?? ""}`.trim(),
      error?.retryAfter ?? null,
      // Without the service's JSON, the error may come from a proxy after the message was posted.
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
  /** `error` is null if the message could not be created. */
  recordFailure: (item: Item, reason: string, error: DeliveryError | null) => Promise<unknown>
}

/** Stops at the first failure. Returns the number of sent messages. */
export async function sendDueMessages<Item>(queue: Queue<Item>, limit: number): Promise<number> {
  for (let sentCount = 0; sentCount < limit; sentCount += 1) {
    const item = await queue.lease()
    if (!item) return sentCount
    try {
      await queue.send(item)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      await queue.recordFailure(item, reason, error instanceof DeliveryError ? error : null)
      await recordDueTime()
      return sentCount
    }
    // Retries once, because a message that is not recorded as sent would be sent again.
    await queue.recordSent(item).catch(() => queue.recordSent(item))
  }
  return limit
}
