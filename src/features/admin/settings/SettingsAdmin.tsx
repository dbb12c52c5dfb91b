import { useStore } from "@nanostores/react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { toLoadable } from "../../../islands/query.ts"
import { Button } from "../../../ui/Button.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { Gated, ScreenHead } from "../parts.tsx"
import {
  $requestsMs,
  $server,
  createSettingGroups,
  type SettingGroup,
  type SettingRow,
} from "./settings.ts"

const OPEN_DOT_CLASSES = "text-soft before:shadow-[inset_0_0_0_1.5px_var(--edge)]"

const STATE_CLASSES: Record<SettingRow["state"], string> = {
  good: "before:bg-success",
  bad: "text-danger before:bg-danger",
  off: OPEN_DOT_CLASSES,
  checking: OPEN_DOT_CLASSES,
}

function Group({ title, rows }: SettingGroup) {
  const t = pageTranslate()
  return (
    <section className="mb-8.5 break-inside-avoid">
      <h2 className="mb-2 text-base">{t(title)}</h2>
      <dl className="divide-y divide-line border-y border-line">
        {rows.map(({ label, state, text, detail }) => (
          <div
            key={label}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)] gap-x-4 gap-y-1 py-[11px]"
            data-state={state}
          >
            <dt>{t(label)}</dt>
            <dd className="grid gap-px">
              <span
                className={`flex items-baseline gap-[9px] font-semibold before:size-[9px] before:flex-none before:rounded-full ${STATE_CLASSES[state]}`}
              >
                {t(text)}
              </span>
              {detail && <span className="hint pl-4.5">{t(detail.key, detail.values)}</span>}
              {state === "checking" && <span className="hint">&nbsp;</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function repeatProbes(): void {
  $server.invalidate()
  $requestsMs.invalidate()
}

function GrantedSettings() {
  const t = pageTranslate()
  const [server, requestsMs] = [useStore($server), useStore($requestsMs)]
  const isChecking = server.loading || requestsMs.loading
  const groups = createSettingGroups({
    server: toLoadable(server),
    requestsMs: toLoadable(requestsMs),
  })
  const badCount = groups.flatMap(({ rows }) => rows).filter(({ state }) => state === "bad").length

  return (
    <>
      <ScreenHead title="admin:settings.title" lead="admin:settings.lead">
        <Button className="btn-ghost btn-small" isBusy={isChecking} onClick={repeatProbes}>
          {!isChecking && <Icon name="rebuild" size={18} />}
          {t(isChecking ? "admin:settings.checking" : "admin:settings.again")}
        </Button>
      </ScreenHead>
      <p className="sr-only" role="status">
        {!isChecking &&
          (badCount > 0
            ? t("admin:settings.summaryBad", { count: badCount })
            : t("admin:settings.summary"))}
      </p>
      <div className="gap-x-12 min-[1000px]:columns-2">
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </>
  )
}

export default function SettingsAdmin() {
  return <Gated>{() => <GrantedSettings />}</Gated>
}
