import { atom } from "nanostores"
import * as z from "zod/mini"
import type { MessageKey } from "../../i18n/keys.ts"
import { type CallResult, call, type FailureCode } from "../../shared/call.ts"
import { getFailureKey } from "../forms/failure-keys.ts"
import { type PictureFlaw, type ShrunkPicture, shrinkPicture } from "./shrink-picture.ts"

export interface Message {
  title: MessageKey
  text: MessageKey
}

export type UploadState =
  | { status: "none" }
  | { status: "failed"; message: Message }
  | { status: "uploading"; preview: string }
  | { status: "uploaded"; preview: string; url: string; width: number }

const UPLOAD_TIMEOUT_MS = 90_000

const uploadResponse = z.object({ url: z.string() })

/** Sends a picture to a bucket such as `news-images`. Returns the picture's URL. */
export const sendPicture = (bucket: string, picture: Blob): Promise<CallResult<string>> =>
  call(`/api/uploads/${bucket}`, {
    method: "POST",
    payload: picture,
    timeout: UPLOAD_TIMEOUT_MS,
    read: (json) => uploadResponse.parse(json).url,
  })

const createMessage = (failure: "invalid" | "tooLarge" | "failed"): Message => ({
  title: `common:picture.${failure}.title`,
  text: `common:picture.${failure}.text`,
})
const INVALID_MESSAGE = createMessage("invalid")
const TOO_LARGE_MESSAGE = createMessage("tooLarge")
const FAILED_MESSAGE = createMessage("failed")

const FLAW_MESSAGES: Record<PictureFlaw, Message> = {
  invalid: INVALID_MESSAGE,
  heic: { title: FAILED_MESSAGE.title, text: "common:picture.heic" },
  unreadable: { title: FAILED_MESSAGE.title, text: "common:picture.unreadable" },
  "too-large": TOO_LARGE_MESSAGE,
  "too-narrow": { title: FAILED_MESSAGE.title, text: "errors:problems.picture_shape" },
  failed: FAILED_MESSAGE,
}

function getFailureMessage(code: FailureCode): Message {
  if (code === "unsupported_image") return INVALID_MESSAGE
  if (code === "too_large") return TOO_LARGE_MESSAGE
  if (code === "internal" || code === "malformed") return FAILED_MESSAGE
  return { title: FAILED_MESSAGE.title, text: getFailureKey(code) }
}

export interface PictureUploadOptions {
  send: (picture: Blob) => Promise<CallResult<string>>
  onUploaded: (url: string) => void
  onFailed: (message: Message) => void
  shrink?: (file: File) => Promise<ShrunkPicture>
}

/** Creates the store of a picture field. `uploadFile` shrinks, previews and uploads a chosen file. */
export function createPictureUpload(options: PictureUploadOptions) {
  const { send, onUploaded, onFailed, shrink = shrinkPicture } = options
  const $upload = atom<UploadState>({ status: "none" })
  /** Number of the latest upload or removal. Results of earlier uploads are ignored. */
  let latestNumber = 0

  function setState(state: UploadState): void {
    const previous = $upload.get()
    const preview = "preview" in state ? state.preview : null
    if ("preview" in previous && previous.preview !== preview) URL.revokeObjectURL(previous.preview)
    $upload.set(state)
  }

  function clear(): void {
    latestNumber += 1
    setState({ status: "none" })
  }

  function fail(message: Message): false {
    setState({ status: "failed", message })
    onFailed(message)
    return false
  }

  /**
   * Resolves to false if the upload fails. Resolves to true if the picture is replaced or removed during the upload.
   */
  async function uploadFile(file: File): Promise<boolean> {
    clear()
    const number = latestNumber
    const shrunk = await shrink(file)
    if (number !== latestNumber) return true
    if (!shrunk.ok) return fail(FLAW_MESSAGES[shrunk.reason])
    const { picture, width } = shrunk
    const preview = URL.createObjectURL(picture)
    setState({ status: "uploading", preview })
    const result = await send(picture)
    if (number !== latestNumber) return true
    if (!result.ok) return fail(getFailureMessage(result.failure.code))
    setState({ status: "uploaded", preview, url: result.body, width })
    onUploaded(result.body)
    return true
  }

  return { $upload, uploadFile, clear }
}
