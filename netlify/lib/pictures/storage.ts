/** Our own host serves the API of Netlify Blobs from a folder. */
import { getStore } from "@netlify/blobs"
import { StorageError } from "../http/problem.ts"

const store = () =>
  getStore({ name: process.env.UPLOADS_STORE ?? "uploads", consistency: "strong" })

const orStorageError = <Result>(call: Promise<Result>): Promise<Result> =>
  call.catch((error) => {
    throw new StorageError(error)
  })

/** A name looks like `news-images/1700000000000-k3x9.webp`. */
export async function putFile(name: string, bytes: Buffer): Promise<void> {
  await orStorageError(store().set(name, new Blob([new Uint8Array(bytes)])))
}

export const getFile = (name: string): Promise<ReadableStream | null> =>
  orStorageError(store().get(name, { type: "stream" }))

export async function getBytes(name: string): Promise<Buffer | null> {
  const bytes = await orStorageError(store().get(name, { type: "arrayBuffer" }))
  return bytes ? Buffer.from(bytes) : null
}

export async function deleteFiles(names: string[]): Promise<void> {
  await orStorageError(Promise.all(names.map((name) => store().delete(name))))
}

export async function listFiles(prefix: string): Promise<string[]> {
  const { blobs } = await orStorageError(store().list({ prefix }))
  return blobs.map(({ key }) => key)
}
