/** A mail server that can be told what to do with a letter, and knows which it took. */
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { listen } from "../../../netlify/host/listening.ts"
import { allAfterwards } from "../browser-like.ts"

/** What happens to a letter; resolves when the server goes on. */
type Step = (address: string) => Promise<void> | void

/** What the server answers by. */
export const refusal = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code })

export function mailServer() {
  let port: number
  const nothing: Step = () => {}
  const state = {
    /** Those that were taken, in their order. */
    taken: [] as Email[],
    /** When an address is named, before anything of the letter is there; may throw to refuse it. */
    onAddress: nothing,
    /** When all of the letter is there, before the server says yes; may throw to refuse it. */
    onWhole: nothing,
    url: () => `smtp://127.0.0.1:${port}`,
    /** Whom letters were taken for, sorted. */
    addressees: () => state.taken.map(({ to }) => to?.[0]?.address ?? "").sort(),
  }
  const then = (step: () => Promise<void>, done: (error?: Error | null) => void) =>
    void step().then(
      () => done(),
      (error) => done(error),
    )
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) => then(async () => state.onAddress(address), done),
    onData: (stream, { envelope }, done) =>
      then(async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        await state.onWhole(envelope.rcptTo[0]?.address ?? "")
        state.taken.push(await PostalMime.parse(Buffer.concat(chunks)))
      }, done),
  })
  // A run that is killed leaves its connection in the middle of a word.
  server.on("error", () => {})
  beforeAll(async () => {
    port = await listen(server.server, 0, "127.0.0.1")
  })
  beforeEach(async () => {
    await allAfterwards()
    state.taken.splice(0)
    Object.assign(state, { onAddress: nothing, onWhole: nothing })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  return state
}
