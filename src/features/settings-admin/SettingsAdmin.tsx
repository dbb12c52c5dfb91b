/** The screen of settings in the admin area: read only, each row as it is now. */
import "./settings-admin.css"
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { $gate } from "../admin/gate.ts"
import { createReadings } from "./readings.ts"
import { type SettingGroup, settingGroups } from "./rows.ts"

function Group({ title, rows }: SettingGroup) {
  const t = pageTranslate()
  return (
    <section className="setting-group">
      <h2>{t(title)}</h2>
      <dl>
        {rows.map(({ label, state, text, detail }) => (
          <div key={label} className="setting" data-state={state}>
            <dt>{t(label)}</dt>
            <dd>
              <span className="setting-state">{t(text)}</span>
              {detail && <span className="hint">{t(detail.key, detail.values)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function OpenSettings() {
  const t = pageTranslate()
  const [{ $readings, check }] = useState(() => createReadings())
  const readings = useStore($readings)
  const groups = settingGroups(readings)
  const isChecking = [readings.server, readings.live].some(({ status }) => status === "checking")
  const bad = groups.flatMap(({ rows }) => rows).filter(({ state }) => state === "bad").length

  useEffect(() => void check(), [check])

  return (
    <>
      <header className="screen-head">
        <div>
          <h1>{t("admin:settings.title")}</h1>
          <p className="soft">{t("admin:settings.lead")}</p>
        </div>
        <WaitingButton
          className="btn-ghost btn-small"
          isBusy={isChecking}
          onClick={() => void check()}
        >
          {!isChecking && <Icon name="rebuild" size={18} />}
          {t(isChecking ? "admin:settings.checking" : "admin:settings.again")}
        </WaitingButton>
      </header>
      <p className="sr-only" role="status">
        {!isChecking &&
          (bad > 0 ? t("admin:settings.summaryBad", { count: bad }) : t("admin:settings.summary"))}
      </p>
      <div className="setting-groups">
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
    </>
  )
}

/** Nothing, until the gate has let somebody in. */
export default function SettingsAdmin() {
  const gate = useStore($gate)
  return gate.status === "granted" ? <OpenSettings /> : null
}
