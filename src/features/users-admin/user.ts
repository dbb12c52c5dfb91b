/** Members, as the admin area's calls answer them. */
import * as z from "zod/mini"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ROLES } from "./schema.ts"

export const listedUser = z.object({
  id: z.string(),
  display_name: z.nullable(z.string()),
  role: z.enum(ROLES),
  created_at: z.string(),
  /** Their profile, from everybody else. */
  is_hidden: z.boolean(),
  blocked_at: z.nullable(z.string()),
  blocked_reason: z.nullable(z.string()),
})

export type ListedUser = z.infer<typeof listedUser>

export type Role = ListedUser["role"]

/** Their name, or what stands for one who has none yet. */
export const nameOf = ({ display_name }: ListedUser): string =>
  display_name || pageTranslate()("admin:users.unknown")
