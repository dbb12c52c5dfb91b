/** Join requests as the owner of a team reads them. */
import * as z from "zod/mini"
import { requestStatus } from "../schema.ts"

const textOrNull = z.nullable(z.string())

const joinRequest = z.object({
  id: z.string(),
  user_id: z.string(),
  message: textOrNull,
  status: requestStatus,
  created_at: z.string(),
  decided_at: textOrNull,
  display_name: textOrNull,
  avatar_url: textOrNull,
})
export const joinRequests = z.object({ join_requests: z.array(joinRequest) })

export type JoinRequest = z.infer<typeof joinRequest>
