import { useStore } from "@nanostores/react"
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { type NewsroomGrant, ROLES, type Role } from "../../../schema/roles.ts"
import { mountDialog } from "../../../ui/dialog/mount-dialog.tsx"
import type { MenuItem } from "../../../ui/MenuButton.tsx"
import { Facts, RowBadges, RowLines } from "../../admin/list/row-parts.tsx"
import { Badge, HiddenBadge, type Tone } from "../../admin/parts.tsx"
import type { ListScreen } from "../../admin/screen.ts"
import { GrantDialog } from "./GrantDialog.tsx"
import type { ListedUser } from "./schema.ts"
import { createRoleAction, getMemberName, isOwn } from "./users.ts"

const ROLE_TONES: Record<Role, Tone> = { user: "plain", admin: "middle", super_admin: "high" }

function NewsroomBadge({ kind, languages }: NewsroomGrant) {
  const t = pageTranslate()
  return (
    <Badge tone="marked">
      {t(`admin:users.newsroom.badge.${kind}`, {
        languages: languages.map((language) => language.toUpperCase()).join(", "),
      })}
    </Badge>
  )
}

export function UserRow({ row }: { row: ListedUser }) {
  const t = pageTranslate()
  const { id, email, role, created_at, blocked_at, blocked_reason } = row
  return (
    <>
      <RowLines
        title={
          <>
            {getMemberName(row)}
            {isOwn(row) && <span className="soft ml-2 font-normal">{t("admin:users.you")}</span>}
          </>
        }
        facts={
          <>
            <span className="select-all">{email}</span>
            <span className="mono select-all">{id}</span>
            <time dateTime={created_at}>
              {t("admin:users.joined", { date: formatDate(created_at, "shortDate", pageLocale()) })}
            </time>
          </>
        }
      >
        {blocked_at && blocked_reason && (
          <Facts>{t("admin:users.blockedFor", { reason: blocked_reason })}</Facts>
        )}
      </RowLines>
      <RowBadges>
        {row.is_hidden && <HiddenBadge />}
        {blocked_at && <Badge tone="bad">{t("admin:users.blocked")}</Badge>}
        {row.newsroom && <NewsroomBadge {...row.newsroom} />}
        <Badge tone={ROLE_TONES[role]}>{t(`admin:users.roles.${role}`)}</Badge>
      </RowBadges>
    </>
  )
}

interface ControlProps {
  row: ListedUser
  screen: ListScreen<ListedUser>
}

export function RoleChoice({ row, screen: { actions } }: ControlProps) {
  const t = pageTranslate()
  const state = useStore(actions.$action)
  const isConfirming = state.status !== "none" && state.rows.some(({ id }) => id === row.id)
  // While the confirmation is open, the select shows the chosen role.
  const chosenRole = isConfirming
    ? ROLES.find((role) => state.action.name === `role-${role}`)
    : undefined
  return (
    <select
      className="input min-h-10 max-md:min-h-11 w-37.5 py-1.5 pr-[34px] pl-3.5 text-md disabled:text-soft disabled:opacity-100 @max-3xl:has-[+*]:mr-auto @max-3xl:has-[+*]:w-38 @max-3xl:has-[+*]:pr-[30px] @max-3xl:has-[+*]:pl-3"
      data-own-line
      aria-label={t("admin:users.role.item", { title: getMemberName(row) })}
      title={isOwn(row) ? t("errors:problems.own_account") : undefined}
      value={chosenRole ?? row.role}
      disabled={isOwn(row)}
      onChange={({ target }) => {
        const role = ROLES.find((name) => name === target.value)
        if (role && role !== row.role) void actions.start(createRoleAction(role), [row])
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

/** Returns the menu item for access to the newsroom. Super admins have access anyway; blocked members cannot get it. */
export const createNewsroomMenu = (row: ListedUser, screen: ListScreen<ListedUser>): MenuItem[] =>
  row.role === "super_admin" || row.blocked_at
    ? []
    : [
        {
          label: pageTranslate()("admin:users.newsroom.label"),
          onChoose: () =>
            mountDialog(({ onClose }) => (
              <GrantDialog user={row} onDone={screen.list.put} onClose={onClose} />
            )),
        },
      ]
