/** A screen of the admin area: one list and one editor, for whatever resource it is given. */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { pageLocale } from "../../i18n/page-translate.ts"
import { followAddress } from "./address.ts"
import { EditorDialog } from "./EditorDialog.tsx"
import { $gate } from "./gate.ts"
import { ListView } from "./ListView.tsx"
import type { EditableRow, Resource } from "./resource.ts"
import { createScreen } from "./screen.ts"
import type { Views } from "./views.ts"

interface Props<Listed extends EditableRow, Full extends Listed, Values extends object> {
  resource: Resource<Listed, Full, Values>
  views: Views<Listed, Full, Values>
}

function OpenScreen<Listed extends EditableRow, Full extends Listed, Values extends object>({
  resource,
  views,
  userId,
}: Props<Listed, Full, Values> & { userId: string }) {
  const [screen] = useState(() => createScreen(resource, { userId, locale: pageLocale() }))
  const { editor, drafts } = screen
  const writing = {
    create: views.texts.create ?? null,
    $kept: drafts.$kept,
    takeUnfinished: drafts.takeUnfinished,
    ...editor,
  }

  useEffect(() => followAddress(editor), [editor])

  return (
    <>
      <ListView
        screen={screen}
        views={{
          linkOf: (row) => (resource.isPublic(row) ? resource.pathOf(row) : null),
          hasPictures: true,
          ...views,
        }}
        writing={writing}
      />
      <EditorDialog screen={screen} views={views} />
    </>
  )
}

/** Nothing, until the gate has let somebody in. */
export function AdminScreen<Listed extends EditableRow, Full extends Listed, Values extends object>(
  props: Props<Listed, Full, Values>,
) {
  const gate = useStore($gate)
  if (gate.status !== "granted") return null
  // Nothing of one person's screen, say a draft, may show to the next.
  return <OpenScreen key={gate.user.id} {...props} userId={gate.user.id} />
}
