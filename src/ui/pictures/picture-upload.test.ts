import { expect, test, vi } from "vitest"
import { type CallResult, createFailure } from "../../shared/call.ts"
import { createPictureUpload } from "./picture-upload.ts"
import type { ShrunkPicture } from "./shrink-picture.ts"

const makeResult = (url: string): CallResult<string> => ({
  ok: true,
  body: url,
  headers: new Headers(),
})

const makeFile = (name: string) => new File([name], name, { type: "image/png" })

function makeUpload(
  send: (picture: Blob) => Promise<CallResult<string>>,
  shrink = async (picture: File): Promise<ShrunkPicture> => ({ ok: true, picture, width: 1600 }),
) {
  const [onUploaded, onFailed] = [vi.fn(), vi.fn()]
  return { ...createPictureUpload({ send, onUploaded, onFailed, shrink }), onUploaded, onFailed }
}

test("a successful upload returns the URL and the width of the picture", async () => {
  const { uploadFile, $upload, onUploaded } = makeUpload(async () => makeResult("/uploads/a.webp"))
  const statuses: string[] = []
  $upload.listen(({ status }) => statuses.push(status))
  expect(await uploadFile(makeFile("a.png"))).toBe(true)
  expect(statuses).toEqual(["none", "uploading", "uploaded"])
  expect($upload.get()).toMatchObject({ url: "/uploads/a.webp", width: 1600 })
  expect(onUploaded).toHaveBeenCalledWith("/uploads/a.webp")
})

test("a file that is not a picture is not sent", async () => {
  const send = vi.fn()
  const { uploadFile, $upload, onFailed } = makeUpload(send, async () => ({
    ok: false,
    reason: "invalid",
  }))
  await uploadFile(makeFile("a.png"))
  expect(send).not.toHaveBeenCalled()
  expect($upload.get().status).toBe("failed")
  expect(onFailed).toHaveBeenCalledWith({
    title: "common:picture.invalid.title",
    text: "common:picture.invalid.text",
  })
})

test.each([
  ["heic", "common:picture.heic"],
  ["unreadable", "common:picture.unreadable"],
] as const)(
  "a picture that is %s is not sent, and the message explains why",
  async (reason, text) => {
    const send = vi.fn()
    const { uploadFile, $upload, onFailed } = makeUpload(send, async () => ({ ok: false, reason }))
    expect(await uploadFile(makeFile("IMG_1234.HEIC"))).toBe(false)
    expect(send).not.toHaveBeenCalled()
    expect($upload.get()).toMatchObject({ status: "failed", message: { text } })
    expect(onFailed).toHaveBeenCalledWith({ title: "common:picture.failed.title", text })
  },
)

test.each([
  ["unsupported_image", "common:picture.invalid.text"],
  ["too_large", "common:picture.tooLarge.text"],
  ["internal", "common:picture.failed.text"],
  ["picture_shape", "errors:problems.picture_shape"],
  ["picture_limit", "errors:problems.picture_limit"],
  ["sign_in_required", "errors:problems.sign_in_required"],
  ["unreachable", "errors:problems.unreachable"],
] as const)("an upload that fails with %s shows the message %s", async (code, text) => {
  const { uploadFile, $upload, onFailed } = makeUpload(async () => createFailure(code))
  expect(await uploadFile(makeFile("a.png"))).toBe(false)
  expect($upload.get()).toMatchObject({ status: "failed", message: { text } })
  expect(onFailed).toHaveBeenCalledWith(expect.objectContaining({ text }))
})

test("a second chosen picture replaces the first, even if the first upload ends later", async () => {
  const resolvers: ((result: CallResult<string>) => void)[] = []
  const { uploadFile, onUploaded } = makeUpload(
    () => new Promise((resolve) => resolvers.push(resolve)),
  )
  const first = uploadFile(makeFile("a.png"))
  await vi.waitFor(() => expect(resolvers).toHaveLength(1))
  const second = uploadFile(makeFile("b.png"))
  await vi.waitFor(() => expect(resolvers).toHaveLength(2))
  resolvers[1]?.(makeResult("/uploads/b.webp"))
  resolvers[0]?.(makeResult("/uploads/a.webp"))
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(onUploaded.mock.calls).toEqual([["/uploads/b.webp"]])
})

test("a picture that is removed during its upload is not restored when the upload ends", async () => {
  const { promise, resolve } = Promise.withResolvers<CallResult<string>>()
  const { uploadFile, clear, $upload, onUploaded } = makeUpload(() => promise)
  const uploading = uploadFile(makeFile("a.png"))
  await vi.waitFor(() => expect($upload.get().status).toBe("uploading"))
  clear()
  resolve(makeResult("/uploads/a.webp"))
  await uploading
  expect($upload.get().status).toBe("none")
  expect(onUploaded).not.toHaveBeenCalled()
})
