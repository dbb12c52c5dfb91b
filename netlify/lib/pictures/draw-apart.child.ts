/** A process that draws one picture, from its input to its output, and ends itself when that takes too much. */
import { buffer } from "node:stream/consumers"
import { drawPicture, type PictureKind } from "./draw-picture.ts"

const [, , kind, memoryMaxBytes, cpuMaxMs] = process.argv

// A Ctrl-C is for the host, which lets uploads finish.
process.on("SIGINT", () => {})
// Decoding is on other threads, so this one always has time to look.
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1000
  if (process.memoryUsage.rss() > Number(memoryMaxBytes) || cpuMs > Number(cpuMaxMs)) {
    // Leaving in an orderly manner would wait for the decoder.
    process.kill(process.pid, "SIGKILL")
  }
}, 10).unref()

const isKind = (text: string): text is PictureKind => /^(cover|avatar|share \d+ \d+)$/.test(text)
const drawn = await drawPicture(kind && isKind(kind) ? kind : "cover", await buffer(process.stdin))
const { files, ...size } = "files" in drawn ? drawn : { files: [] }
const header = "files" in drawn ? { lengths: files.map(({ length }) => length), ...size } : drawn
process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...files]))
