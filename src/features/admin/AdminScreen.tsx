/** A screen of the admin area: one list and one editor, for whatever resource it is given. */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { pageLocale } from "../../i18n/page-translate.ts"
import { followAddress } from "./address.ts"
import { DeletionDialog } from "./DeletionDialog.tsx"
import { EditorDialog } from "./EditorDialog.tsx"
import { $gate } from "./gate.ts"
import { ListScreen } from "./ListScreen.tsx"
import type { Resource, Row } from "./resource.ts"
import { createScreen } from "./screen.ts"
import type { Views } from "./views.ts"

interface Props<Listed extends Row, Full extends Listed, Values extends object> {
  resource: Resource<Listed, Full, Values>
  views: Views<Listed, Full, Values>
}

function OpenScreen<Listed extends Row, Full extends Listed, Values extends object>({
  resource,
  views,
  userId,
}: Props<Listed, Full, Values> & { userId: string }) {
  const [screen] = useState(() => createScreen(resource, { userId, locale: pageLocale() }))

  useEffect(() => {
    void screen.list.reload()
    void screen.publishing.resume(resource.publicPath)
    return followAddress(screen.editor)
  }, [screen, resource])

  return (
    <>
      <ListScreen screen={screen} views={views} />
      <EditorDialog screen={screen} views={views} />
      <DeletionDialog screen={screen} views={views} />
    </>
  )
}

/** Nothing, until the gate has let somebody in. */
export function AdminScreen<Listed extends Row, Full extends Listed, Values extends object>(
  props: Props<Listed, Full, Values>,
) {
  const gate = useStore($gate)
  if (gate.status !== "granted") return null
  // Nothing of one person's screen, say a draft, may show to the next.
  return <OpenScreen key={gate.user.id} {...props} userId={gate.user.id} />
}
