import { pageTranslate } from "../../../i18n/page-translate.ts"
import { mountDialog } from "../../../ui/dialog/mount-dialog.tsx"
import { AdminList } from "../../admin/AdminScreen.tsx"
import { Facts, ROW_COVER_CLASSES, RowBadges, RowLines } from "../../admin/list/row-parts.tsx"
import type { ListViews } from "../../admin/list/views.ts"
import { Ago, Badge, HiddenBadge, IconButton } from "../../admin/parts.tsx"
import type { ListScreen } from "../../admin/screen.ts"
import { CaseDialog } from "./CaseDialog.tsx"
import {
  getCaseTitle,
  getContentPath,
  getExcerpt,
  getPersonName,
  isChildInDanger,
  listReasons,
  type ReportCase,
  reports,
} from "./case.ts"

function CaseRow({ row }: { row: ReportCase }) {
  const t = pageTranslate()
  const { kind, status, team } = row
  return (
    <>
      <RowLines
        title={getCaseTitle(row)}
        lang=""
        text={getExcerpt(row)}
        facts={
          <>
            <span className="font-semibold text-text">
              {t("admin:reports.count", { count: row.reports })}
            </span>
            {listReasons(row).map(([reason, count]) => (
              <span key={reason}>
                {t(`reports:reasons.${reason}`)}
                {count > 1 && ` × ${count}`}
              </span>
            ))}
          </>
        }
      >
        <Facts>
          {(kind === "post" || kind === "event") && team && <span>{team.name}</span>}
          {kind !== "profile" && <span>{getPersonName(row.owner)}</span>}
          <Ago at={row.last_report_at}>{(time) => t("admin:reports.last", { time })}</Ago>
        </Facts>
      </RowLines>
      <RowBadges>
        {isChildInDanger(row) && <Badge tone="bad">{t("admin:reports.childDanger.badge")}</Badge>}
        <Badge>{t(`admin:reports.kinds.${kind}`)}</Badge>
        {status === "open" && row.is_hidden && <HiddenBadge />}
        {status !== "open" && (
          <Badge tone={status === "hidden" ? "bad" : "plain"}>
            {t(`admin:reports.statuses.${status}`)}
          </Badge>
        )}
      </RowBadges>
    </>
  )
}

interface Props {
  row: ReportCase
  screen: ListScreen<ReportCase>
}

function OpenCaseButton({ row, screen }: Props) {
  const t = pageTranslate()
  return (
    <IconButton
      icon="flag"
      className={ROW_COVER_CLASSES}
      aria-haspopup="dialog"
      label={t("admin:reports.openItem", { title: getCaseTitle(row) })}
      title={t("admin:reports.open")}
      onClick={() =>
        mountDialog(({ onClose }) => <CaseDialog row={row} screen={screen} onClose={onClose} />)
      }
    />
  )
}

const views: ListViews<ReportCase> = {
  Row: CaseRow,
  Controls: OpenCaseButton,
  getLink: getContentPath,
  filters: {
    "": "admin:reports.filters.open",
    hidden: "admin:reports.filters.hidden",
    dismissed: "admin:reports.filters.dismissed",
    team: "admin:reports.filters.team",
    post: "admin:reports.filters.post",
    event: "admin:reports.filters.event",
    profile: "admin:reports.filters.profile",
    all: "admin:reports.filters.all",
  },
  lead: "admin:reports.lead",
  searchLabel: "admin:reports.search",
  resetLabel: "admin:reports.usual",
}

export default function ReportsAdmin() {
  return <AdminList resource={reports} views={views} />
}
