/** What the dashboard counts, and the newest members as a list. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { type Answer, call } from "../../call.ts"
import { createListScreen } from "../admin/list-screen.ts"
import type { Page } from "../admin/resource.ts"
import { type ListedUser, listedUser } from "../users-admin/user.ts"
import { users } from "../users-admin/users.ts"

const counts = z.object({
  users: z.number(),
  teams: z.number(),
  posts: z.number(),
  super_admins: z.number(),
  /** Cases that wait for a decision. */
  reports: z.number(),
})

const stats = z.extend(counts, { recent: z.array(listedUser) })

export type Counts = z.infer<typeof counts>

export const COUNTED = ["users", "teams", "posts", "super_admins"] as const

/** Null until they are known; they come with the newest members. */
export function createDashboard() {
  const $counts = atom<Counts | null>(null)

  async function load(): Promise<Answer<Page<ListedUser>>> {
    const answer = await call("/api/admin/stats", { read: (json) => stats.parse(json) })
    if (!answer.ok) return answer
    const { recent, ...counted } = answer.body
    $counts.set(counted)
    return { ...answer, body: { rows: recent, next: undefined } }
  }

  const recent = { ...users, params: {}, acts: [] }
  return { $counts, screen: createListScreen(recent, { load }) }
}
