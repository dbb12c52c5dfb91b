/** Posts messages to outlets, which are channels of Telegram and Discord. */
import { recordDueTime } from "../publishing/due-times.ts"

const TIMEOUT_MS = 10_000

export class DeliveryError extends Error {
  /** Seconds that the service requests before the next try; null if it requests no pause. */
  readonly retryAfter: number | null
  /** False if the message may have been posted, for example after a timeout. */
  readonly isCertainlyUnsent: boolean

  constructor(reason: string, retryAfter: number | null, isCertainlyUnsent: boolean) {
    super(reason)
    this.retryAfter = retryAfter
    this.isCertainlyUnsent = isCertainlyUnsent
  }
}

/** Codes of errors that occur before there is a connection, so the message was certainly not sent. */
const CONNECTION_ERRORS = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
])

/** The code is a property of the cause of the error that `fetch` throws. */
const isConnectionError = (error: unknown): boolean =>
  CONNECTION_ERRORS.has(Object(Object(error).cause).code)

interface MessageRequest {
  url: string
  body: object
  /** The secret part of the URL, which must not appear in errors. */
  secret: string
  /** Reads the error from the body of a refusal. Returns undefined if the body does not come from the service. */
  readError: (
    json: unknown,
    status: number,
  ) => { description: string; retryAfter: number | null } | undefined
}

/** Throws {@link DeliveryError} if the service refused the message, or if the message may not have been posted. */
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
    const error = readError(await response.json().catch(() => null), response.status)
    throw new DeliveryError(
      `${response.status} ${error?.description ?? ""}`.trim(),
      error?.retryAfter ?? null,
      // If the body is not the service's JSON, a proxy may have sent it after the service posted the message.
      error !== undefined,
    )
  } catch (error) {
    if (error instanceof DeliveryError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    // The message of an error about an invalid URL contains the URL and so the secret.
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

/** Sends at most `limit` due messages and returns their number. Stops at the first failure. */
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
