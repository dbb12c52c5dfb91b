/** A mail server that tests can make refuse or delay emails. */
import { buffer } from "node:stream/consumers"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { listen } from "../../../netlify/host/listening.ts"
import { allAfterwards } from "../browser-like.ts"

/** Runs at a step of the transfer; may delay or refuse it. */
type Step = (address: string) => Promise<void> | void

/** An error that the server answers with. */
export const refusal = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code })

export function mailServer() {
  let port: number
  const nothing: Step = () => {}
  const state = {
    /** Accepted emails in order. */
    taken: [] as Email[],
    /** Runs at the recipient's address, before any content. May throw to refuse it. */
    onAddress: nothing,
    /** Runs after the whole email, before the server accepts it. May throw to refuse it. */
    onWhole: nothing,
    url: () => `smtp://127.0.0.1:${port}`,
    /** Recipients of accepted emails, sorted. */
    addressees: () => state.taken.map(({ to }) => to?.[0]?.address ?? "").sort(),
  }
  /** Runs a step and reports its result to the server. */
  const runStep = (step: () => Promise<void>, done: (error?: Error | null) => void) =>
    void step().then(
      () => done(),
      (error) => done(error),
    )
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) => runStep(async () => state.onAddress(address), done),
    onData: (stream, { envelope }, done) =>
      runStep(async () => {
        const content = await buffer(stream)
        await state.onWhole(envelope.rcptTo[0]?.address ?? "")
        state.taken.push(await PostalMime.parse(content))
      }, done),
  })
  // A killed run closes its connection in the middle of a command.
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
