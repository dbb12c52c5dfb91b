import { useStore } from "@nanostores/react"
import { useRef } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { SettingsBlock } from "../../ui/SettingsBlock.tsx"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { DeviceRow } from "./DeviceRow.tsx"
import { deviceName } from "./device-name.ts"
import { type Device, devices } from "./devices.ts"

/** The button that was pressed is gone with what it ended; whoever moved on meanwhile stays there. */
function focusAfter(pressed: Element | null, list: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === pressed || activeElement === body) list?.focus()
}

function DeviceList({ all, ending }: { all: Device[]; ending: readonly string[] }) {
  const t = pageTranslate()
  const list = useRef<HTMLUListElement>(null)
  const others = all.filter(({ is_current }) => !is_current)
  const isEndingOthers = others.length > 0 && others.every(({ id }) => ending.includes(id))

  async function end(device: Device) {
    const pressed = document.activeElement
    const failure = await devices.end(device.id)
    const text = t("security:devices.endedText", { device: deviceName(device.user_agent, t) })
    tellOutcome(
      failure,
      { title: t("security:devices.ended"), text },
      "security:devices.endFailed",
      device.id,
    )
    if (!failure) focusAfter(pressed, list.current)
  }

  async function endOthers() {
    const pressed = document.activeElement
    const failure = await devices.endOthers()
    tellOutcome(
      failure,
      {
        title: t("security:devices.othersEnded"),
        text: t("security:devices.othersEndedText"),
      },
      "security:devices.endFailed",
    )
    if (!failure) focusAfter(pressed, list.current)
  }

  return (
    <>
      <ul ref={list} className="devices" tabIndex={-1} aria-label={t("security:devices.title")}>
        {all.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isEnding={ending.includes(device.id)}
            onEnd={() => void end(device)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <WaitingButton
          className="btn-danger btn-small"
          isBusy={isEndingOthers}
          onClick={() => void endOthers()}
        >
          {t(isEndingOthers ? "security:devices.ending" : "security:devices.endOthers")}
        </WaitingButton>
      )}
    </>
  )
}

export function DevicesBlock() {
  const t = pageTranslate()
  const state = useStore(devices.$devices)
  return (
    <SettingsBlock title={t("security:devices.title")} hint={t("security:devices.hint")}>
      {state.status === "loading" && <LoadingRows label="security:devices.loading" />}
      {state.status === "failed" && (
        <LoadFailed
          title="security:devices.failed"
          failure={state.failure}
          onRetry={() => void devices.load()}
        />
      )}
      {state.status === "ready" && <DeviceList all={state.devices} ending={state.ending} />}
    </SettingsBlock>
  )
}
