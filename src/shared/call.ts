import { type FieldErrors, isProblem, type ProblemCode } from "./problem.ts"

/** Code of a failed call. `unreachable`: the server did not respond. */
export type FailureCode = ProblemCode | "unreachable"

export interface Failure {
  code: FailureCode
  status?: number
  errors: FieldErrors
  /** The current row in the database, only with the code `stale`. */
  current?: unknown
  /** Seconds until the next try, only if a limit was reached. */
  retryAfter?: number
  requestId?: string
}

export type CallResult<Body> =
  | { ok: true; body: Body; headers: Headers }
  | { ok: false; failure: Failure }

export interface CallOptions {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** The payload is sent as JSON, except a Blob. */
  payload?: unknown
  /** Timeout in milliseconds. */
  timeout?: number
  cache?: RequestCache
  /** Whether the browser finishes the request even if the page is closed. */
  isKeptAlive?: boolean
}

/** Parses the response, as a function or a Zod schema. If it throws, the call fails with the code `internal`. */
type BodyParser<Body> = ((json: unknown) => Body) | { parse(json: unknown): Body }

const TIMEOUT_MS = 20_000

export const createFailure = (code: FailureCode, details: Partial<Failure> = {}) => ({
  ok: false as const,
  failure: { code, errors: {}, ...details },
})

async function readFailure(response: Response): Promise<{ ok: false; failure: Failure }> {
  const body: unknown = await response.json().catch(() => undefined)
  if (!isProblem(body)) {
    // The response is not from the API, for example the error page of a proxy.
    return createFailure(response.status === 413 ? "too_large" : "internal")
  }
  const { code, status, errors = {}, current, request_id: requestId } = body
  const retryAfter = Number(response.headers.get("retry-after")) || undefined
  return createFailure(code, { status, errors, current, requestId, retryAfter })
}

const createRequestBody = (payload: unknown): Pick<RequestInit, "body" | "headers"> =>
  payload instanceof Blob
    ? { body: payload, headers: { "content-type": payload.type } }
    : { body: JSON.stringify(payload), headers: { "content-type": "application/json" } }

/** Asks the member to confirm the identity, for example with the password. Resolves to false if the member cancels. */
type ConfirmIdentity = () => Promise<boolean>

let confirmIdentity: ConfirmIdentity | undefined

/** Sets the function that is called when the server requires the member to confirm the identity. */
export function setConfirmIdentity(confirm: ConfirmIdentity): void {
  confirmIdentity = confirm
}

/**
 * Calls the API. Returns failures instead of throwing. If the server requires the member to confirm the identity, asks
 * the member and then repeats the call.
 */
export function call<Body>(
  path: string,
  options: CallOptions & { read: BodyParser<Body> },
): Promise<CallResult<Body>>
export function call(path: string, options: CallOptions): Promise<CallResult<undefined>>
export async function call(path: string, options: ReadOptions): Promise<CallResult<unknown>> {
  const result = await send(path, options)
  const needsConfirmation = !result.ok && result.failure.code === "sign_in_again"
  return needsConfirmation && (await confirmIdentity?.()) ? send(path, options) : result
}

type ReadOptions = CallOptions & { read?: BodyParser<unknown> }

async function send(path: string, options: ReadOptions): Promise<CallResult<unknown>> {
  const {
    method = "GET",
    payload,
    read,
    timeout = TIMEOUT_MS,
    cache = "default",
    isKeptAlive = false,
  } = options
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      cache,
      keepalive: isKeptAlive,
      signal: AbortSignal.timeout(timeout),
      ...(payload === undefined ? {} : createRequestBody(payload)),
    })
    if (!response.ok) return await readFailure(response)
    text = await response.text()
  } catch {
    return createFailure("unreachable")
  }
  try {
    const json: unknown = text ? JSON.parse(text) : undefined
    const body = typeof read === "function" ? read(json) : read?.parse(json)
    return { ok: true, body, headers: response.headers }
  } catch (error) {
    console.error(`${method} ${path} returned a response of an unexpected shape:`, error)
    return createFailure("internal")
  }
}
