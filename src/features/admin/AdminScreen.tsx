import { useEffect, useState } from "react"
import { pageLocale } from "../../i18n/page-translate.ts"
import { EditorDialog } from "./editor/EditorDialog.tsx"
import { followEditorUrl } from "./editor/editor.ts"
import { ListView } from "./list/ListView.tsx"
import type { EditableRow, ListResource, Resource, Row } from "./list/resource.ts"
import type { ListViews, Views } from "./list/views.ts"
import { Gated } from "./parts.tsx"
import { createListScreen, createScreen } from "./screen.ts"

/** `Listed` is the type of a row in the list, `Full` of an item in the editor, `Values` of the editor's form. */
interface Props<Listed extends EditableRow, Full extends Listed, Values extends object> {
  resource: Resource<Full, Values, Listed>
  views: Views<Full, Values, Listed>
}

function GrantedScreen<Listed extends EditableRow, Full extends Listed, Values extends object>({
  resource,
  views,
  userId,
}: Props<Listed, Full, Values> & { userId: string }) {
  const [screen] = useState(() =>
    createScreen(resource, { userId, locale: pageLocale(), search: location.search }),
  )
  const { editor, buffer } = screen

  useEffect(() => followEditorUrl(editor), [editor])

  return (
    <>
      <ListView
        screen={screen}
        views={{
          getLink: (row) => (resource.isPublic(row) ? resource.getPath(row) : null),
          hasPictures: true,
          ...views,
        }}
        editor={{
          ...editor,
          buffer,
          createLabel: views.createLabel ?? null,
          hasServerDrafts: !!resource.serverDrafts,
        }}
      />
      <EditorDialog screen={screen} views={views} />
    </>
  )
}

export function AdminScreen<Listed extends EditableRow, Full extends Listed, Values extends object>(
  props: Props<Listed, Full, Values>,
) {
  return <Gated>{(userId) => <GrantedScreen {...props} userId={userId} />}</Gated>
}

interface ListProps<Listed extends Row> {
  resource: ListResource<Listed>
  views: ListViews<Listed>
}

function GrantedList<Listed extends Row>({ resource, views }: ListProps<Listed>) {
  const [screen] = useState(() => createListScreen(resource, { search: location.search }))
  return <ListView screen={screen} views={views} editor={null} />
}

export function AdminList<Listed extends Row>(props: ListProps<Listed>) {
  return <Gated>{() => <GrantedList {...props} />}</Gated>
}
