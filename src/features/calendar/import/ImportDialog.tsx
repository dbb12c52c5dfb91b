import { useEffect, useState } from "react"
import { pageLocale } from "../../../i18n/page-translate.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import type { FoundEvents } from "../../events/import/schema.ts"
import { listTeamChoices } from "../editor/values.ts"
import { $ownTeams } from "../queries.ts"
import { ChoiceDialog } from "./ChoiceDialog.tsx"
import { createSourceForm, SourceDialog } from "./SourceDialog.tsx"

/** Imports events from a calendar in two steps: choose the calendar, then choose its events. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [foundEvents, setFoundEvents] = useState<FoundEvents | null>(null)
  const [form] = useState(() => {
    const ownTeams = $ownTeams.get() ?? []
    const [onlyChoice, ...otherChoices] = listTeamChoices(ownTeams, null)
    const onlyTeam =
      otherChoices.length === 0 ? ownTeams.find(({ id }) => id === onlyChoice?.value) : undefined
    return createSourceForm({
      team_id: onlyTeam?.id ?? "",
      from: "file",
      file: null,
      text: null,
      address: "",
      // Team-only is preset, because a personal calendar may contain private events.
      event_type: "team",
      country: onlyTeam?.country ?? "",
      language: pageLocale(),
    })
  })
  useEffect(() => onMemberLeft(onClose), [onClose])
  return foundEvents ? (
    <ChoiceDialog
      source={form.$values.get()}
      foundEvents={foundEvents}
      onBack={() => setFoundEvents(null)}
      onDone={onClose}
    />
  ) : (
    <SourceDialog form={form} onFound={setFoundEvents} onClose={onClose} />
  )
}
