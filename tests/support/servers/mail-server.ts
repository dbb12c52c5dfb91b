import { buffer } from "node:stream/consumers"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { listen } from "../../../netlify/host/listening.ts"
import { waitForAllTasks } from "../browser-like.ts"

/** Runs at a step of the SMTP transfer. It may delay the email, or throw to refuse it. */
type Step = (address: string) => Promise<void> | void

/** Returns an error that a step throws to refuse an email with this SMTP code. */
export const createRefusal = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code })

export function startMailServer() {
  let port: number
  const acceptStep: Step = () => {}
  const state = {
    accepted: [] as Email[],
    onAddress: acceptStep,
    onContent: acceptStep,
    url: () => `smtp://127.0.0.1:${port}`,
    listRecipients: () => state.accepted.map(({ to }) => to?.[0]?.address ?? "").sort(),
  }
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
        await state.onContent(envelope.rcptTo[0]?.address ?? "")
        state.accepted.push(await PostalMime.parse(content))
      }, done),
  })
  // A killed run closes its connection in the middle of a command.
  server.on("error", () => {})
  beforeAll(async () => {
    port = await listen(server.server, 0, "127.0.0.1")
  })
  beforeEach(async () => {
    await waitForAllTasks()
    state.accepted.splice(0)
    Object.assign(state, { onAddress: acceptStep, onContent: acceptStep })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  return state
}
