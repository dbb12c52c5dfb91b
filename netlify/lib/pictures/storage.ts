/**
 * Stores uploaded files in Netlify Blobs.
 * Outside Netlify, the host (netlify/host) offers the same API for a folder.
 */
import { getStore } from "@netlify/blobs"
import { StorageError } from "../http/problem.ts"

const openStore = () =>
  getStore({ name: process.env.UPLOADS_STORE ?? "uploads", consistency: "strong" })

const wrapStorageError = <Result>(call: Promise<Result>): Promise<Result> =>
  call.catch((error) => {
    throw new StorageError(error)
  })

/** `name` includes folders, as in `news-images/1700000000000-0a1b2c3d4e5f-1280x720.webp`. */
export async function putFile(name: string, bytes: Buffer): Promise<void> {
  await wrapStorageError(openStore().set(name, new Blob([new Uint8Array(bytes)])))
}

export const getFile = (name: string): Promise<ReadableStream | null> =>
  wrapStorageError(openStore().get(name, { type: "stream" }))

export async function getBytes(name: string): Promise<Buffer | null> {
  const bytes = await wrapStorageError(openStore().get(name, { type: "arrayBuffer" }))
  return bytes ? Buffer.from(bytes) : null
}

export async function deleteFiles(names: string[]): Promise<void> {
  await wrapStorageError(Promise.all(names.map((name) => openStore().delete(name))))
}

export async function listFiles(prefix: string): Promise<string[]> {
  const { blobs } = await wrapStorageError(openStore().list({ prefix }))
  return blobs.map(({ key }) => key)
}
