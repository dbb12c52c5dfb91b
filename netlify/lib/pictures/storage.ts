/** Members' files, in Netlify Blobs (locally its own server, over a folder). */
import { getStore } from "@netlify/blobs"

const store = () =>
  getStore({ name: process.env.UPLOADS_STORE ?? "uploads", consistency: "strong" })

/** Keeps a file under a name such as `news-images/1700000000000-k3x9.webp`. */
export async function putFile(name: string, bytes: Buffer): Promise<void> {
  await store().set(name, new Blob([new Uint8Array(bytes)]))
}

/** The file of that name, or null. */
export const getFile = (name: string): Promise<ReadableStream | null> =>
  store().get(name, { type: "stream" })

/** The whole file of that name, or null. */
export async function getBytes(name: string): Promise<Buffer | null> {
  const bytes = await store().get(name, { type: "arrayBuffer" })
  return bytes ? Buffer.from(bytes) : null
}

/** Removes files; those that are gone already are no error. */
export async function deleteFiles(names: string[]): Promise<void> {
  await Promise.all(names.map((name) => store().delete(name)))
}

/** The names of all files that begin so. */
export async function listFiles(prefix: string): Promise<string[]> {
  const { blobs } = await store().list({ prefix })
  return blobs.map(({ key }) => key)
}
