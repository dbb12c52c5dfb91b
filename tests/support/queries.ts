import { neonConfig } from "@neondatabase/serverless"
import { afterAll, beforeAll } from "vitest"

/** Functions send these queries after their responses. */
const AFTER_ANSWER =
  /lease_mails|lease_push_messages|store_mail_link|store_topic_link|record_security_event/

/** Returns a list that receives the body of each query request. */
export function recordQueries(): string[] {
  const queries: string[] = []
  const send = neonConfig.fetchFunction
  beforeAll(() => {
    neonConfig.fetchFunction = (...request: unknown[]) => {
      const { body, headers } = Object(request[1])
      const { username } = new URL(Object(headers)["Neon-Connection-String"])
      const isFromFunction = /^daina_(app|auth)$/.test(username)
      if (isFromFunction && !AFTER_ANSWER.test(String(body))) queries.push(String(body))
      return send(...request)
    }
  })
  afterAll(() => {
    neonConfig.fetchFunction = send
  })
  return queries
}
