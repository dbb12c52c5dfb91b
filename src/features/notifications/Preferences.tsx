import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { QueryState } from "../../islands/QueryState.tsx"
import { $session } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/icons.tsx"
import { ConfirmEmail } from "../account/email/ConfirmEmail.tsx"
import { PushSettings } from "./PushSettings.tsx"
import { $preferences, getSwitchId, preferenceMutation } from "./preferences.ts"
import { CHANNELS, type Channel, type Preference } from "./schema.ts"
import { TOPICS, type Topic } from "./topics.ts"

/** The heading of the page and the settings. A button or the hash `#settings` opens the settings. */
export function Preferences() {
  const t = pageTranslate()
  const [isOpen, setIsOpen] = useState(() => location.hash === "#settings")
  return (
    // While the settings load, the box fills the window, so that the list below does not visibly move.
    <div id="settings" className="scroll-mt-24 has-[.skeleton]:min-h-svh">
      <header className="page-head grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
        <h1>{t("notifications:title")}</h1>
        <Button
          className="btn-ghost btn-small max-sm:size-11 max-sm:p-0"
          aria-expanded={isOpen}
          aria-controls="choices"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="settings" size={22} />
          <span className="max-sm:sr-only">{t("notifications:settings.title")}</span>
        </Button>
      </header>
      <div id="choices" className="card mt-3" hidden={!isOpen}>
        {isOpen && <ChannelSettings />}
      </div>
    </div>
  )
}

function ChannelSettings() {
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
            return row && <TopicRow key={topic} topic={topic} row={row} />
          })}
        </tbody>
      </table>
      <PushSettings />
    </>
  )
}

function TopicRow({ topic, row }: { topic: Topic; row: Preference }) {
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
  name: string
}

function Switch({ topic, channel, isOn, name }: SwitchProps) {
  const id = getSwitchId(topic, channel)
  const pending = useStore(preferenceMutation.$pending).get(id)
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">
        {name}, {pageTranslate()(`notifications:settings.${channel}`)}
      </span>
      <input
        className="size-5.5 accent-(--glow)"
        type="checkbox"
        checked={pending?.value ?? isOn}
        onChange={({ target }) => void preferenceMutation.mutate(id, target.checked)}
      />
    </label>
  )
}
