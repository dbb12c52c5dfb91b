import { useState } from "react"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { Icon } from "../../ui/Icon.tsx"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { signOutAskingFirst } from "../account/ask-before-signing-out.ts"
import { deviceName, isHandheld } from "./device-name.ts"
import type { Device } from "./devices.ts"

interface Props {
  device: Device
  isEnding: boolean
  onEnd: () => void
}

/** Ending this device is signing out here. */
function LogOutButton() {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <WaitingButton
      className="btn-ghost btn-small"
      isBusy={isBusy}
      onClick={() => {
        setIsBusy(true)
        void signOutAskingFirst().finally(() => setIsBusy(false))
      }}
    >
      {t(isBusy ? "security:devices.loggingOut" : "security:devices.logOut")}
    </WaitingButton>
  )
}

export function DeviceRow({ device, isEnding, onEnd }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const name = deviceName(device.user_agent, t)
  const { created_at, last_seen_at, method } = device
  return (
    <li className="device">
      <Icon name={isHandheld(device.user_agent) ? "phone" : "laptop"} size={24} />
      <div className="device-lines">
        <p className="security-line">
          <strong title={device.user_agent ?? undefined}>{name}</strong>
          {device.is_current && <span className="badge">{t("security:devices.thisDevice")}</span>}
        </p>
        <p className="hint">
          {t("security:devices.lastUsed", {
            time: relativeTime(last_seen_at, Date.now(), locale, t),
          })}
        </p>
        <p className="hint">
          {t(`security:devices.signedIn.${method}`, {
            date: formatDate(created_at, "date", locale),
          })}
        </p>
      </div>
      {device.is_current ? (
        <LogOutButton />
      ) : (
        <WaitingButton
          className="btn-ghost btn-small"
          isBusy={isEnding}
          label={isEnding ? undefined : t("security:devices.endItem", { device: name })}
          onClick={onEnd}
        >
          {t(isEnding ? "security:devices.ending" : "security:devices.end")}
        </WaitingButton>
      )}
    </li>
  )
}
