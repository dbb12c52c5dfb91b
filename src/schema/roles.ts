import * as z from "zod/mini"
import { LOCALES } from "../i18n/locales.ts"

export const ROLES = ["user", "admin", "super_admin"] as const
export type Role = (typeof ROLES)[number]

/** A member's rights in the newsroom. Translators work in the listed languages. */
export const newsroomGrant = z.object({
  kind: z.enum(["editor", "translator"]),
  languages: z.array(z.enum(LOCALES)),
  may_publish: z.boolean(),
})
export type NewsroomGrant = z.infer<typeof newsroomGrant>
