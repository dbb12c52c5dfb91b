/**
 * Child process of resize-in-child.ts.
 * Reads a picture from stdin, and writes a line of JSON and the files to stdout.
 */
import { buffer } from "node:stream/consumers"
import { limitProcess } from "../child/limit-process.ts"
import { type PictureKind, resizePicture } from "./resize-picture.ts"

const [, , memoryMaxBytes, cpuMaxMs, kind] = process.argv
await limitProcess({ memoryMaxBytes: Number(memoryMaxBytes), cpuMaxMs: Number(cpuMaxMs) })

const isKind = (text: string): text is PictureKind => /^(cover|avatar|share \d+ \d+)$/.test(text)
const result = await resizePicture(
  kind && isKind(kind) ? kind : "cover",
  await buffer(process.stdin),
)
const { files, ...size } = "files" in result ? result : { files: [] }
const header = "files" in result ? { lengths: files.map(({ length }) => length), ...size } : result
process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...files]))
