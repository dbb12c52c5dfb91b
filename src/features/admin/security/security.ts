import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { ROLES } from "../../../schema/roles.ts"
import type { ListResource } from "../list/resource.ts"
import { SECURITY_EVENTS, securityEvent } from "./event.ts"

const listedEvent = z.pipe(
  securityEvent,
  z.transform((event) => ({ ...event, id: String(event.id) })),
)

export type ListedEvent = z.infer<typeof listedEvent>

const METHODS = ["password", "google", "passkey"] as const
const GRANTS = ["editor", "translator", "none"] as const
const FACTOR_CHANGES = ["on", "off", "passkey_on", "passkey_off"] as const

/** Returns the text of an event's detail, such as the log-in method, or an empty string for unknown details. */
export function formatDetail({ kind, detail }: Pick<ListedEvent, "kind" | "detail">): string {
  const t = pageTranslate()
  const method = METHODS.find((candidate) => candidate === detail)
  if (kind === "signed_in" && method) return t(`admin:security.methods.${method}`)
  const role = ROLES.find((candidate) => candidate === detail)
  if (kind === "role_changed" && role) return t(`admin:users.roles.${role}`)
  const grant = GRANTS.find((candidate) => candidate === detail)
  if (kind === "newsroom_changed" && grant) return t(`admin:security.grants.${grant}`)
  const change = FACTOR_CHANGES.find((candidate) => candidate === detail)
  if (kind === "factor_changed" && change) return t(`admin:security.factor.${change}`)
  return ""
}

export const security: ListResource<ListedEvent> = {
  name: "security",
  row: listedEvent,
  getTitle: ({ kind }) => pageTranslate()(`admin:security.kinds.${kind}`),
  params: { kind: ["", ...SECURITY_EVENTS], member: "text" },
  publicPath: null,
  actions: [],
  bulk: [],
}
