/** What is done to members in the admin area. */
import * as z from "zod/mini"
import { optionalText } from "../teams/schema.ts"

export const BLOCK_REASON_MAX = 500

export const ROLES = ["user", "admin", "super_admin"] as const

export const roleChangeBody = z.object({ role: z.enum(ROLES, "invalid") })

export const blockBody = z.object({ reason: optionalText(BLOCK_REASON_MAX) })
