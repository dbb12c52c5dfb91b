/** The contents of files asked for lately, so that a popular page is not read from disk each time. */
import { readFile } from "node:fs/promises"

/** Larger ones are streamed. */
export const LARGEST_BYTES = 256 * 1024
const MOST_BYTES = 32 * 1024 * 1024

export class Bodies {
  #held = new Map<string, Buffer>()
  #bytes = 0

  /** A held content, at once; it counts as used. */
  get(path: string): Buffer | undefined {
    const body = this.#held.get(path)
    if (body) {
      this.#held.delete(path)
      this.#held.set(path, body)
    }
    return body
  }

  async read(path: string): Promise<Buffer> {
    const body = await readFile(path)
    this.#bytes += body.length - (this.#held.get(path)?.length ?? 0)
    this.#held.set(path, body)
    for (const [oldest, { length }] of this.#held) {
      if (this.#bytes <= MOST_BYTES) break
      this.#held.delete(oldest)
      this.#bytes -= length
    }
    return body
  }
}
