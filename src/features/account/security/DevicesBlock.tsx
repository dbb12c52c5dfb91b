import { useRef } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { formatRelativeTime } from "../../../i18n/relative-time.ts"
import { Button } from "../../../ui/Button.tsx"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { ActionButton } from "../ActionButton.tsx"
import { confirmSignOut } from "../confirm-sign-out.ts"
import { Loaded } from "../Loaded.tsx"
import { getDeviceName, isHandheld } from "./device-name.ts"
import {
  $devices,
  type Device,
  type Devices,
  endDevice,
  endOtherDevices,
  reloadDevices,
} from "./devices.ts"

interface RowProps {
  device: Device
  isEnding: boolean
  onEnd: (name: string) => void
}

function DeviceRow({ device, isEnding, onEnd }: RowProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const name = getDeviceName(device.user_agent, t)
  const { created_at, last_seen_at, method } = device
  return (
    <li className="flex items-start gap-3.5 border-line py-4 first:pt-0 not-first:border-t">
      <span className="mt-0.5 shrink-0 text-soft">
        <Icon name={isHandheld(device.user_agent) ? "phone" : "laptop"} size={24} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <strong title={device.user_agent ?? undefined}>{name}</strong>
          {device.is_current && <span className="badge">{t("security:devices.thisDevice")}</span>}
        </p>
        <p className="hint mt-0.5">
          {t("security:devices.lastUsed", {
            time: formatRelativeTime(last_seen_at, Date.now(), t),
          })}
        </p>
        <p className="hint mt-0.5">
          {t(`security:devices.signedIn.${method}`, {
            date: formatDate(created_at, "date", locale),
          })}
        </p>
      </div>
      {device.is_current ? (
        <ActionButton
          className="btn-ghost btn-small"
          text="security:devices.logOut"
          busyText="security:devices.loggingOut"
          action={confirmSignOut}
        />
      ) : (
        <Button
          className="btn-ghost btn-small"
          isBusy={isEnding}
          aria-label={isEnding ? undefined : t("security:devices.endItem", { device: name })}
          onClick={() => onEnd(name)}
        >
          {t(isEnding ? "security:devices.ending" : "security:devices.end")}
        </Button>
      )}
    </li>
  )
}

function DeviceList({ devices: { all, isEnding, isEndingOthers } }: { devices: Devices }) {
  const t = pageTranslate()
  const listElement = useRef<HTMLUListElement>(null)

  /** Moves the focus to the list after a log-out, because the pressed button disappears with the device. */
  async function focusListAfter(logOut: Promise<void>) {
    await logOut
    focusIfLost(() => listElement.current)
  }

  return (
    <>
      <ul
        ref={listElement}
        className="rounded-small"
        tabIndex={-1}
        aria-label={t("security:devices.title")}
      >
        {all.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isEnding={isEnding(device)}
            onEnd={(name) => void focusListAfter(endDevice(device.id, name))}
          />
        ))}
      </ul>
      {all.length > 1 && (
        <Button
          className="btn-danger btn-small"
          isBusy={isEndingOthers}
          onClick={() => void focusListAfter(endOtherDevices())}
        >
          {t(isEndingOthers ? "security:devices.ending" : "security:devices.endOthers")}
        </Button>
      )}
    </>
  )
}

export function DevicesBlock() {
  const t = pageTranslate()
  return (
    <SettingsBlock title={t("security:devices.title")} hint={t("security:devices.hint")}>
      <Loaded $state={$devices} texts="security:devices." onRetry={reloadDevices}>
        {(devices) => <DeviceList devices={devices} />}
      </Loaded>
    </SettingsBlock>
  )
}
