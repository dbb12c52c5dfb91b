import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { QueryState } from "../../islands/QueryState.tsx"
import {
  $pushSettings,
  $runningAction,
  getPushSupport,
  saveQuietHours,
  sendPushTest,
  turnPushOff,
  turnPushOn,
} from "./push.ts"
import type { QuietHours } from "./push-schema.ts"

const UNAVAILABLE_TEXTS = {
  no: "notifications:push.unsupported",
  "home-screen": "notifications:push.ios",
  denied: "notifications:push.denied",
} as const

export function PushSettings() {
  const t = pageTranslate()
  const [support, setSupport] = useState(getPushSupport)
  return (
    <section className="grid gap-3 border-t border-line py-5" aria-labelledby="push-title">
      <h2 id="push-title" className="text-lg">
        {t("notifications:push.title")}
      </h2>
      <p className="hint max-w-[60ch]">{t("notifications:push.hint")}</p>
      {support === "yes" ? (
        <PushControls onPermissionAnswered={() => setSupport(getPushSupport())} />
      ) : (
        <p className="max-w-[60ch]">{t(UNAVAILABLE_TEXTS[support])}</p>
      )}
    </section>
  )
}

function PushControls({ onPermissionAnswered }: { onPermissionAnswered: () => void }) {
  const t = pageTranslate()
  const { data } = useStore($pushSettings)
  const runningAction = useStore($runningAction)
  if (!data) {
    return (
      <QueryState
        query={$pushSettings}
        loading="notifications:push.loading"
        failed="notifications:push.loadFailed"
      />
    )
  }
  if (!data.is_subscribed) {
    return (
      <button
        className="btn btn-small justify-self-start"
        type="button"
        aria-busy={runningAction === "switch"}
        onClick={() => void turnPushOn().then(onPermissionAnswered)}
      >
        {t("notifications:push.on")}
      </button>
    )
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-2.5">
        <span className="font-semibold">{t("notifications:push.isOn")}</span>
        <button
          className="btn btn-ghost btn-small"
          type="button"
          aria-busy={runningAction === "test"}
          onClick={() => void sendPushTest()}
        >
          {t("notifications:push.test.button")}
        </button>
        <button
          className="btn btn-ghost btn-small"
          type="button"
          aria-busy={runningAction === "switch"}
          onClick={() => void turnPushOff()}
        >
          {t("notifications:push.off")}
        </button>
      </p>
      <QuietHoursFields hours={data.quiet_hours} />
    </>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`)

function QuietHoursFields({ hours }: { hours: QuietHours }) {
  const t = pageTranslate()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{t("notifications:push.quiet.title")}</legend>
      <div className="flex flex-wrap gap-4">
        {(["starts_at", "ends_at"] as const).map((name) => (
          <label key={name} className="flex items-center gap-2.5">
            {t(
              name === "starts_at"
                ? "notifications:push.quiet.from"
                : "notifications:push.quiet.until",
            )}
            <select
              value={hours[name]}
              onChange={({ target }) => void saveQuietHours({ ...hours, [name]: target.value })}
            >
              {HOURS.map((hour) => (
                <option key={hour}>{hour}</option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <p className="hint max-w-[60ch]">{t("notifications:push.quiet.hint")}</p>
    </fieldset>
  )
}
