import { neonConfig } from "@neondatabase/serverless"
import { afterAll, beforeAll } from "vitest"

/** Matches queries that functions send after their responses. */
const AFTER_RESPONSE_QUERY =
  /lease_mails|lease_push_messages|store_mail_link|store_topic_link|record_security_event/

/** Returns a list that receives the body of each query request that a function sends before its response. */
export function recordQueries(): string[] {
  const queries: string[] = []
  const originalFetch = neonConfig.fetchFunction
  beforeAll(() => {
    neonConfig.fetchFunction = (...request: unknown[]) => {
      const { body, headers } = Object(request[1])
      const { username } = new URL(Object(headers)["Neon-Connection-String"])
      const isFromFunction = /^daina_(app|auth)$/.test(username)
      if (isFromFunction && !AFTER_RESPONSE_QUERY.test(String(body))) queries.push(String(body))
      return originalFetch(...request)
    }
  })
  afterAll(() => {
    neonConfig.fetchFunction = originalFetch
  })
  return queries
}
