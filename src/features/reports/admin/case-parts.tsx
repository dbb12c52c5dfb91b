import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getLoginUrl } from "../../../session/login-address.ts"
import type { Failure } from "../../../shared/call.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { Icon } from "../../../ui/icons.tsx"
import { Ago, Badge, HiddenBadge, Notice } from "../../admin/parts.tsx"
import type { ReportKind } from "../schema.ts"
import {
  type CaseDetail,
  getContentPath,
  getExcerpt,
  getPersonName,
  isChildInDanger,
  isOwnerUninformed,
  type Report,
  type ReportCase,
} from "./case.ts"
import type { Interruption } from "./decision.ts"

function Reporter({ reporter }: Pick<Report, "reporter">) {
  const t = pageTranslate()
  if (!reporter) return <span>{t("admin:posts.formerMember")}</span>
  return (
    <a
      className="link"
      href={localePath(`/members/${reporter.id}`, pageLocale())}
      target="_blank"
      rel="noopener"
    >
      {getPersonName(reporter)}
      <span className="sr-only"> {t("admin:events.newTab")}</span>
    </a>
  )
}

export function CaseReports({ item: { items, reports } }: { item: CaseDetail }) {
  const t = pageTranslate()
  return (
    <>
      <h3>{t("admin:reports.count", { count: reports })}</h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {items.map(({ reporter, reason, details, created_at }) => (
          <li key={created_at + (reporter?.id ?? "")} className="grid gap-1 py-3">
            <p className="font-semibold">{t(`reports:reasons.${reason}`)}</p>
            {details && (
              <p className="whitespace-pre-line" lang="">
                {details}
              </p>
            )}
            <p className="meta">
              <Reporter reporter={reporter} />
              <Ago at={created_at} />
            </p>
          </li>
        ))}
      </ul>
      {reports > items.length && (
        <p className="soft mt-2.5">{t("admin:reports.older", { count: reports - items.length })}</p>
      )}
    </>
  )
}

/** Admin screens that list hidden content and can show it again. */
const HIDDEN_CONTENT_PATHS: Record<Exclude<ReportKind, "comment">, string> = {
  team: "/admin/teams?filter=hidden",
  post: "/admin/posts?filter=hidden",
  event: "/admin/events?filter=hidden",
  profile: "/admin/users?filter=hidden",
}

interface ReplyProps {
  label: string
  text: string | null
  emptyText: string
}

const Reply = ({ label, text, emptyText }: ReplyProps) => (
  <div>
    <p className="label">{label}</p>
    {text ? (
      <p className="whitespace-pre-line" lang="">
        {text}
      </p>
    ) : (
      <p className="soft">{emptyText}</p>
    )}
  </div>
)

export function CaseOutcome({ item }: { item: CaseDetail }) {
  const t = pageTranslate()
  const { kind, status, decided_at, decided_by, reply, owner_reply, is_hidden } = item
  if (status === "open") return null
  const screen =
    kind === "comment" ? (getContentPath(item) ?? "/admin/reports") : HIDDEN_CONTENT_PATHS[kind]
  return (
    <div className="mt-6 grid gap-1.5">
      <h3>{t(`admin:reports.outcome.${status}`)}</h3>
      <p className="meta">
        <span>{t("admin:audit.by", { name: getPersonName(decided_by) })}</span>
        {decided_at && (
          <time dateTime={decided_at}>{formatDate(decided_at, "dateTime", pageLocale())}</time>
        )}
      </p>
      <Reply
        label={t("admin:reports.to.reporter")}
        text={reply}
        emptyText={t("admin:reports.noReply")}
      />
      {status === "hidden" && (
        <Reply
          label={t(`admin:reports.to.${kind}`)}
          text={owner_reply}
          emptyText={t(
            isOwnerUninformed(item) ? "admin:reports.uninformed" : "admin:reports.noReply",
          )}
        />
      )}
      {is_hidden && (
        <p>
          <a className="link" href={localePath(screen, pageLocale())}>
            {t("admin:reports.showAgain")}
          </a>
        </p>
      )}
    </div>
  )
}

interface NoticeProps {
  failure: Failure | null
  interruption: Interruption
}

export function CaseNotice({ failure, interruption }: NoticeProps) {
  const t = pageTranslate()
  const isShownAtField = failure && Object.keys(failure.errors).length > 0
  return (
    <div role="alert">
      {interruption && (
        <Notice tone="bad" className="mt-5">
          {t(`admin:reports.interruption.${interruption}`)}
        </Notice>
      )}
      {failure && !isShownAtField && (
        <Notice tone="bad" className="mt-5">
          {t(getFailureKey(failure.code))}
          {failure.code === "sign_in_required" && (
            // The link opens a new tab, because leaving this page would lose the typed replies.
            <a className="link" href={getLoginUrl()} target="_blank" rel="noopener">
              {t("admin:editor.signInAgainLink")}
            </a>
          )}
        </Notice>
      )}
    </div>
  )
}

export function CaseTarget({ item }: { item: ReportCase }) {
  const t = pageTranslate()
  const { kind, team, owner, excerpt, event, is_hidden } = item
  const path = getContentPath(item)
  return (
    <div className="mt-2.5 mb-6 grid justify-items-start gap-2.5">
      <p className="meta">
        {isChildInDanger(item) && <Badge tone="bad">{t("admin:reports.childDanger.badge")}</Badge>}
        <Badge>{t(`admin:reports.kinds.${kind}`)}</Badge>
        {is_hidden && <HiddenBadge />}
        {event && (
          <time dateTime={event.start_date}>
            {formatDate(event.start_date, "dateTime", pageLocale(), event.time_zone)}
          </time>
        )}
        {event?.location && <span>{event.location}</span>}
        {(kind === "post" || kind === "event") && team && <span>{team.name}</span>}
        {(kind === "post" || kind === "event" || kind === "comment") && (
          <span>{getPersonName(owner)}</span>
        )}
        {kind === "team" && owner && (
          <span>{t("admin:reports.ownedBy", { name: getPersonName(owner) })}</span>
        )}
      </p>
      {excerpt && (
        <p className="border-l-3 border-line pl-3.5 whitespace-pre-line text-soft" lang="">
          {getExcerpt(item)}
        </p>
      )}
      {path && (
        <a
          className="link inline-flex items-center gap-1"
          href={localePath(path, pageLocale())}
          target="_blank"
          rel="noopener"
        >
          {t("admin:reports.view")}
          <Icon name="out" size={18} />
          <span className="sr-only"> {t("admin:events.newTab")}</span>
        </a>
      )}
    </div>
  )
}
