/** Members' files, in Netlify Blobs (locally its own server, over a folder). */
import { getStore } from "@netlify/blobs"
import { StorageError } from "../http/problem.ts"

const store = () =>
  getStore({ name: process.env.UPLOADS_STORE ?? "uploads", consistency: "strong" })

/** Runs a call of the storage; throws {@link StorageError} when it fails. */
const calling = <Result>(call: Promise<Result>): Promise<Result> =>
  call.catch((error) => {
    throw new StorageError(error)
  })

/** Stores a file under a name such as `news-images/1700000000000-k3x9.webp`. */
export async function putFile(name: string, bytes: Buffer): Promise<void> {
  await calling(store().set(name, new Blob([new Uint8Array(bytes)])))
}

/** Returns the file of that name, or null. */
export const getFile = (name: string): Promise<ReadableStream | null> =>
  calling(store().get(name, { type: "stream" }))

/** Returns the whole file of that name, or null. */
export async function getBytes(name: string): Promise<Buffer | null> {
  const bytes = await calling(store().get(name, { type: "arrayBuffer" }))
  return bytes ? Buffer.from(bytes) : null
}

/** Removes files. Files that are gone already are no error. */
export async function deleteFiles(names: string[]): Promise<void> {
  await calling(Promise.all(names.map((name) => store().delete(name))))
}

/** Returns the names of all files that begin with the prefix. */
export async function listFiles(prefix: string): Promise<string[]> {
  const { blobs } = await calling(store().list({ prefix }))
  return blobs.map(({ key }) => key)
}
