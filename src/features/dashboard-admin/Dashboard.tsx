/** The first screen of the admin area: counts, the newest members, how the builds stand, and what could not be sent. */
import "./dashboard.css"
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import { INTL_LOCALES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { ActDialog } from "../admin/ActDialog.tsx"
import { $gate } from "../admin/gate.ts"
import { Rows } from "../admin/Rows.tsx"
import type { ListViews } from "../admin/views.ts"
import { RoleChoice } from "../users-admin/RoleChoice.tsx"
import { UserRow } from "../users-admin/UserRow.tsx"
import type { ListedUser } from "../users-admin/user.ts"
import { BuildPanel } from "./BuildPanel.tsx"
import { SendsPanel } from "./SendsPanel.tsx"
import { COUNTED, type Counts, createDashboard } from "./stats.ts"

const views: ListViews<ListedUser> = {
  Row: UserRow,
  Controls: RoleChoice,
  texts: {
    title: "admin:dashboard.title",
    list: "admin:dashboard.recent",
    empty: "admin:users.empty",
    loadFailed: "admin:dashboard.loadFailed",
  },
}

const LEADS: Record<(typeof COUNTED)[number], [label: MessageKey, path: string]> = {
  users: ["admin:dashboard.counts.users", "/admin/users"],
  teams: ["admin:dashboard.counts.teams", "/admin/teams"],
  posts: ["admin:dashboard.counts.posts", "/admin/posts"],
  super_admins: ["admin:dashboard.counts.superAdmins", "/admin/users?filter=super_admin"],
}

function CountCards({ counts }: { counts: Counts | null }) {
  const t = pageTranslate()
  const locale = pageLocale()
  return (
    <ul className="counts">
      {COUNTED.map((name) => {
        const [label, path] = LEADS[name]
        return (
          <li key={name}>
            <a className="card count" href={localePath(path, locale)}>
              <span className="soft">{t(label)}</span>
              <b>{counts ? counts[name].toLocaleString(INTL_LOCALES[locale]) : "–"}</b>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function OpenReports({ counts }: { counts: Counts | null }) {
  const t = pageTranslate()
  if (!counts?.reports) return null
  return (
    <p className="notice reports-wait">
      {t("admin:dashboard.reports", { count: counts.reports })}
      <a className="link" href={localePath("/admin/reports", pageLocale())}>
        {t("admin:dashboard.seeReports")}
      </a>
    </p>
  )
}

function OpenDashboard() {
  const t = pageTranslate()
  const [{ $counts, screen }] = useState(createDashboard)
  const counts = useStore($counts)

  useEffect(() => void screen.list.reload(), [screen])

  return (
    <>
      <header className="screen-head">
        <div>
          <h1 id="screen-title" tabIndex={-1}>
            {t("admin:dashboard.title")}
          </h1>
          <p className="soft">{t("admin:dashboard.lead")}</p>
        </div>
      </header>
      <CountCards counts={counts} />
      <OpenReports counts={counts} />
      <BuildPanel />
      <SendsPanel />
      <section className="panel" aria-labelledby="recent-title">
        <header className="panel-head">
          <h2 id="recent-title">{t("admin:dashboard.recent")}</h2>
          <a className="more" href={localePath("/admin/users", pageLocale())}>
            {t("admin:dashboard.allUsers")}
          </a>
        </header>
        <Rows screen={screen} views={views} writing={null} />
      </section>
      <ActDialog screen={screen} />
    </>
  )
}

/** Nothing, until the gate has let somebody in. */
export default function Dashboard() {
  const gate = useStore($gate)
  return gate.status === "granted" ? <OpenDashboard key={gate.user.id} /> : null
}
