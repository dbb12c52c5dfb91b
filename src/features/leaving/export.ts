/** Everything that is held on the member, as a file. */
import { type Answer, call } from "../../call.ts"

export const EXPORT_FILE = "daina-my-data.json"

/** It is gathered from many tables. */
const TIMEOUT_MS = 60_000

/** Asks for the data as a file's content; a failure is a value, where a plain link would show its JSON. */
export async function fetchExport(): Promise<Answer<Blob>> {
  return await call("/api/account/export", {
    read: (json) => new Blob([JSON.stringify(json, null, 2)], { type: "application/json" }),
    timeout: TIMEOUT_MS,
    cache: "no-store",
  })
}

/** Hands a file to the browser's downloads. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // Not before the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
