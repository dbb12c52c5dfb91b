import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { ListScreen } from "../admin/list-screen.ts"
import { ROLES } from "./schema.ts"
import { type ListedUser, nameOf } from "./user.ts"
import { isOwn, roleAct } from "./users.ts"

interface Props {
  row: ListedUser
  screen: ListScreen<ListedUser>
}

/** Which role a member has; another one is asked about first. */
export function RoleChoice({ row, screen: { acting } }: Props) {
  const t = pageTranslate()
  const state = useStore(acting.$acting)
  const isAsked = state.status !== "none" && state.rows.some(({ id }) => id === row.id)
  const asked = isAsked ? ROLES.find((role) => state.act.name === `role-${role}`) : undefined
  return (
    <select
      className="input role-choice"
      aria-label={t("admin:users.role.item", { title: nameOf(row) })}
      title={isOwn(row) ? t("errors:problems.own_account") : undefined}
      value={asked ?? row.role}
      disabled={isOwn(row)}
      onChange={({ target }) => {
        const role = ROLES.find((known) => known === target.value)
        if (role && role !== row.role) void acting.start(roleAct(role), [row])
      }}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {t(`admin:users.roles.${role}`)}
        </option>
      ))}
    </select>
  )
}
