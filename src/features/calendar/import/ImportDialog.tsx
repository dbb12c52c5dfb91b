import { useEffect, useState } from "react"
import { pageLocale } from "../../../i18n/page-translate.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import type { FoundEvents } from "../../events/import/schema.ts"
import { listTeamChoices } from "../editor/values.ts"
import { $ownTeams } from "../queries.ts"
import { ChoiceDialog } from "./ChoiceDialog.tsx"
import { createSourceForm, SourceDialog } from "./SourceDialog.tsx"

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<FoundEvents | null>(null)
  const [form] = useState(() => {
    const teams = listTeamChoices($ownTeams.get() ?? [], null)
    const onlyTeam = $ownTeams.get()?.find(({ id }) => teams.length === 1 && id === teams[0]?.value)
    return createSourceForm({
      team_id: onlyTeam?.id ?? "",
      from: "file",
      file: null,
      text: null,
      address: "",
      // A personal calendar may contain private events.
      event_type: "team",
      country: onlyTeam?.country ?? "",
      language: pageLocale(),
    })
  })
  useEffect(() => onMemberLeft(onClose), [onClose])
  return found ? (
    <ChoiceDialog
      source={form.$values.get()}
      found={found}
      onBack={() => setFound(null)}
      onDone={onClose}
    />
  ) : (
    <SourceDialog form={form} onFound={setFound} onClose={onClose} />
  )
}
