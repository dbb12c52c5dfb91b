/** Settings for the topics that the member gets in the bell, by email and as push messages. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { QueryState } from "../../islands/QueryState.tsx"
import { $session } from "../../session/session.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { ConfirmEmail } from "../account/email/ConfirmEmail.tsx"
import { PushSettings } from "./PushSettings.tsx"
import { $preferences, getSwitchId, preferenceChange } from "./preferences.ts"
import { CHANNELS, type Channel, type Preference } from "./schema.ts"
import { TOPICS, type Topic } from "./topics.ts"

/** Renders the settings in a box that opens on tap. With the hash `#settings`, it is open at first. */
export function Preferences() {
  const t = pageTranslate()
  const [isOpen, setIsOpen] = useState(() => location.hash === "#settings")
  return (
    <details
      id="settings"
      // While the choices load, this box keeps the list below out of sight, so that the list does not move.
      className="group mb-3 scroll-mt-24 border-t border-line has-[.skeleton]:min-h-svh"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex min-h-14 cursor-pointer items-center justify-between font-semibold">
        {t("notifications:settings.title")}
        <span className="text-soft group-open:hidden">
          <IslandIcon name="down" />
        </span>
        <span className="hidden text-soft group-open:block">
          <IslandIcon name="up" />
        </span>
      </summary>
      {isOpen && <Choices />}
    </details>
  )
}

function Choices() {
  const t = pageTranslate()
  const { data } = useStore($preferences)
  const session = useStore($session)
  const isEditor = session.status === "signed-in" && session.newsroom !== undefined
  const topics = TOPICS.filter((topic) => topic !== "newsroom" || isEditor)
  if (!data) {
    return (
      <QueryState
        query={$preferences}
        loading="notifications:settings.loading"
        failed="notifications:settings.failed"
      />
    )
  }
  return (
    <>
      <ConfirmEmail text="account:unconfirmed.notifications" />
      <p className="hint mt-3 max-w-[60ch]">{t("notifications:settings.hint")}</p>
      <table className="my-3 w-full">
        <thead>
          <tr className="text-sm text-soft">
            <th className="py-2 text-start font-medium" scope="col">
              {t("notifications:settings.topic")}
            </th>
            {CHANNELS.map((channel) => (
              <th key={channel} className="w-15 font-medium sm:w-18" scope="col">
                {t(`notifications:settings.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => {
            const row = data.preferences.find((preference) => preference.topic === topic)
            return row && <Row key={topic} topic={topic} row={row} />
          })}
        </tbody>
      </table>
      <PushSettings />
    </>
  )
}

function Row({ topic, row }: { topic: Topic; row: Preference }) {
  const name = pageTranslate()(`notifications:topics.${topic}`)
  return (
    <tr className="border-t border-line">
      <th className="py-1 pr-2 text-start font-normal hyphens-auto wrap-anywhere" scope="row">
        {name}
      </th>
      {CHANNELS.map((channel) => (
        <td key={channel} className="text-center">
          {row[channel] !== null && (
            <Switch topic={topic} channel={channel} isOn={row[channel]} name={name} />
          )}
        </td>
      ))}
    </tr>
  )
}

interface SwitchProps {
  topic: Topic
  channel: Channel
  isOn: boolean
  /** Translated name of the topic. */
  name: string
}

function Switch({ topic, channel, isOn, name }: SwitchProps) {
  const id = getSwitchId(topic, channel)
  const pending = useStore(preferenceChange.$pending).get(id)
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">
        {name}, {pageTranslate()(`notifications:settings.${channel}`)}
      </span>
      <input
        className="size-5.5 accent-(--glow)"
        type="checkbox"
        checked={pending?.value ?? isOn}
        onChange={({ target }) => void preferenceChange.mutate(id, target.checked)}
      />
    </label>
  )
}
