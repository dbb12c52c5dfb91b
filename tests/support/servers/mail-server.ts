import { buffer } from "node:stream/consumers"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { listen } from "../../../netlify/host/listening.ts"
import { waitForAllTasks } from "../browser-like.ts"

/** Called with the recipient at a step of the SMTP transfer. The function may delay the email, or throw to refuse it. */
type Step = (address: string) => Promise<void> | void

/** Returns the error that a `Step` throws to refuse an email with this SMTP code. */
export const createRefusal = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code })

export function startMailServer() {
  let port: number
  const acceptStep: Step = () => {}
  const mailServer = {
    accepted: [] as Email[],
    onAddress: acceptStep,
    onContent: acceptStep,
    url: () => `smtp://127.0.0.1:${port}`,
    listRecipients: () => mailServer.accepted.map(({ to }) => to?.[0]?.address ?? "").sort(),
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
    onRcptTo: ({ address }, _session, done) =>
      runStep(async () => mailServer.onAddress(address), done),
    onData: (stream, { envelope }, done) =>
      runStep(async () => {
        const content = await buffer(stream)
        await mailServer.onContent(envelope.rcptTo[0]?.address ?? "")
        mailServer.accepted.push(await PostalMime.parse(content))
      }, done),
  })
  // A killed sender closes its connection in the middle of a command.
  server.on("error", () => {})
  beforeAll(async () => {
    port = await listen(server.server, 0, "127.0.0.1")
  })
  beforeEach(async () => {
    await waitForAllTasks()
    mailServer.accepted.splice(0)
    Object.assign(mailServer, { onAddress: acceptStep, onContent: acceptStep })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  return mailServer
}
