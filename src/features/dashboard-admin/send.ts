/** Mails and suggestions that could not be sent, as the admin area's calls answer them. */
import * as z from "zod/mini"
import { type Answer, call } from "../../call.ts"

const facts = {
  id: z.string(),
  /** Given up, tried again later, the sender's next, with the sender now, sent. */
  state: z.enum(["failed", "waiting", "due", "sending", "sent"]),
  tries: z.number(),
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  next_try_at: z.string(),
}

const mail = z.object({
  ...facts,
  channel: z.literal("mail"),
  // A kind without words of its own is a mail, and can be sent again all the same.
  kind: z.catch(
    z.enum([
      "verify_email",
      "reset_password",
      "password_changed",
      "join_request",
      "join_approved",
      "join_declined",
      "confirm_newsletter",
      "confirm_shop",
      "report_hidden",
      "report_dismissed",
      "content_hidden",
      "content_dismissed",
      "mail",
    ]),
    "mail",
  ),
  user_id: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  address: z.string(),
})

const suggestion = z.object({
  ...facts,
  channel: z.literal("telegram"),
  kind: z.literal("suggestion"),
  title: z.string(),
})

const send = z.discriminatedUnion("channel", [mail, suggestion])

const sendsAnswer = z.object({
  mail: z.enum(["smtp", "outbox", "none"]),
  telegram: z.boolean(),
  counts: z.object({
    mails_waiting: z.number(),
    mails_failed: z.number(),
    suggestions_waiting: z.number(),
    suggestions_failed: z.number(),
  }),
  sends: z.array(send),
})

export type Send = z.infer<typeof send>
export type SendsAnswer = z.infer<typeof sendsAnswer>

/** Whether it can be sent now: nobody has it, and there is a way. What is due may wait for housekeeping. */
export const canRetry = (
  { state, channel }: Send,
  ways: Pick<SendsAnswer, "mail" | "telegram">,
): boolean =>
  (state === "failed" || state === "waiting" || state === "due") &&
  (channel === "mail" ? ways.mail !== "none" : ways.telegram)

export interface SendCalls {
  list: () => Promise<Answer<SendsAnswer>>
  retry: (id: string) => Promise<Answer<undefined>>
  retryAll: () => Promise<Answer<undefined>>
}

const path = "/api/admin/sends"
const ask = (address: string) =>
  call(address, { method: "POST", payload: {}, read: () => undefined })

export const sendCalls: SendCalls = {
  list: () => call(path, { read: (json) => sendsAnswer.parse(json) }),
  retry: (id) => ask(`${path}/${id}/retry`),
  retryAll: () => ask(`${path}/retry`),
}
