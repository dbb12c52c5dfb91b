import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import { excerptOf, pathOf, type ReportCase } from "./case.ts"

/** What is reported: how it begins, whose it is, and the way there. */
export function CaseTarget({ item }: { item: ReportCase }) {
  const t = pageTranslate()
  const { kind, team, owner, excerpt, is_hidden } = item
  const path = pathOf(item)
  const name = owner ? owner.display_name || t("admin:users.unknown") : null
  return (
    <div className="case-target">
      <p className="meta">
        <span className="badge">{t(`admin:reports.kinds.${kind}`)}</span>
        {is_hidden && <span className="badge badge-hidden">{t("admin:hidden.badge")}</span>}
        {kind === "post" && team && <span>{team.name}</span>}
        {kind === "post" && <span>{name ?? t("admin:posts.formerMember")}</span>}
        {kind === "team" && name && <span>{t("admin:reports.ownedBy", { name })}</span>}
      </p>
      {excerpt && (
        <p className="case-excerpt" lang="">
          {excerptOf(item)}
        </p>
      )}
      {path && (
        <a
          className="link case-link"
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
