import { useStore } from "@nanostores/react"
import { atom } from "nanostores"
import { useState } from "react"
import * as z from "zod/mini"
import type { MessageKey } from "../../i18n/keys.ts"
import { INTL_LOCALES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { callOrThrow } from "../../islands/query.ts"
import { ActionDialog } from "../admin/list/ActionDialog.tsx"
import { Rows } from "../admin/list/Rows.tsx"
import type { ListViews } from "../admin/list/views.ts"
import { Gated, Notice, ScreenHead } from "../admin/parts.tsx"
import { $reviewCounts } from "../admin/review-counts.ts"
import { createListScreen } from "../admin/screen.ts"
import { type ListedUser, listedUser } from "../members/admin/schema.ts"
import { createNewsroomMenu, RoleChoice, UserRow } from "../members/admin/UserRow.tsx"
import { users } from "../members/admin/users.ts"
import { BuildPanel } from "./BuildPanel.tsx"
import { DeliveriesPanel } from "./DeliveriesPanel.tsx"
import { Panel } from "./panel.tsx"

const siteCounts = z.object({
  users: z.number(),
  teams: z.number(),
  posts: z.number(),
  super_admins: z.number(),
})

const statsResponse = z.extend(siteCounts, { recent: z.array(listedUser) })

type SiteCounts = z.infer<typeof siteCounts>

/** One request loads the numbers and the newest members. The members are shown as rows of an admin list. */
function createDashboard() {
  const $counts = atom<SiteCounts | null>(null)
  const screen = createListScreen(
    { ...users, params: {}, actions: [] },
    {
      async fetchPage() {
        const { recent, ...loadedCounts } = await callOrThrow("/api/admin/stats", statsResponse)
        $counts.set(loadedCounts)
        return { rows: recent, next: undefined }
      },
    },
  )
  return { $counts, screen }
}

const views: ListViews<ListedUser> = {
  Row: UserRow,
  Controls: RoleChoice,
  createMenu: createNewsroomMenu,
  listLabel: "admin:dashboard.recent",
  loadFailed: "admin:dashboard.loadFailed",
}

const COUNT_LINKS: [name: keyof SiteCounts, label: MessageKey, path: string][] = [
  ["users", "admin:dashboard.counts.users", "/admin/users"],
  ["teams", "admin:dashboard.counts.teams", "/admin/teams"],
  ["posts", "admin:dashboard.counts.posts", "/admin/posts"],
  ["super_admins", "admin:dashboard.counts.superAdmins", "/admin/users?filter=super_admin"],
]

function CountCards({ counts }: { counts: SiteCounts | null }) {
  const t = pageTranslate()
  const locale = pageLocale()
  return (
    <ul className="grid grid-cols-2 gap-2.5 md:grid-cols-4 md:gap-3.5">
      {COUNT_LINKS.map(([name, label, path]) => (
        <li key={name}>
          <a
            className="card grid h-full content-between gap-1.5 rounded-small px-4 pt-3 pb-3.5 text-md hover:border-edge md:px-5 md:pt-4 md:pb-4.5"
            href={localePath(path, locale)}
          >
            <span className="soft">{t(label)}</span>
            <b className="font-display text-[23px] leading-[1.1] font-semibold tracking-[-0.02em] tabular-nums md:text-[28px]">
              {counts ? counts[name].toLocaleString(INTL_LOCALES[locale]) : "–"}
            </b>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Name of the count, text and link text of each notice about content that needs a decision. */
const ATTENTION_NOTICES = [
  ["newcomers", "admin:dashboard.newcomers", "admin:dashboard.seeNewcomers"],
  ["reports", "admin:dashboard.reports", "admin:dashboard.seeReports"],
] as const

function WaitingNotices() {
  const t = pageTranslate()
  const { data: waitingCounts } = useStore($reviewCounts)
  return ATTENTION_NOTICES.map(([name, text, link]) => {
    const count = waitingCounts?.[name] ?? 0
    return (
      count > 0 && (
        <Notice key={name} className="mt-3.5">
          {t(text, { count })}
          <a className="link" href={localePath(`/admin/${name}`, pageLocale())}>
            {t(link)}
          </a>
        </Notice>
      )
    )
  })
}

function GrantedDashboard() {
  const t = pageTranslate()
  const [{ $counts, screen }] = useState(createDashboard)
  const counts = useStore($counts)

  return (
    <>
      <ScreenHead title="admin:dashboard.title" lead="admin:dashboard.lead" />
      <CountCards counts={counts} />
      <WaitingNotices />
      <BuildPanel />
      <DeliveriesPanel />
      <Panel
        id="recent-title"
        title="admin:dashboard.recent"
        action={
          <a className="more" href={localePath("/admin/users", pageLocale())}>
            {t("admin:dashboard.allUsers")}
          </a>
        }
      >
        <Rows screen={screen} views={views} editor={null} />
      </Panel>
      <ActionDialog screen={screen} />
    </>
  )
}

export default function Dashboard() {
  return <Gated>{() => <GrantedDashboard />}</Gated>
}
