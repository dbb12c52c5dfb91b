/** A screen of the admin area whose rows are not edited, only listed and acted on. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { $gate } from "./gate.ts"
import { ListView } from "./ListView.tsx"
import { createListScreen } from "./list-screen.ts"
import type { ListResource, Row } from "./resource.ts"
import type { ListViews } from "./views.ts"

interface Props<Listed extends Row> {
  resource: ListResource<Listed>
  views: ListViews<Listed>
}

function OpenList<Listed extends Row>({ resource, views }: Props<Listed>) {
  const [screen] = useState(() => createListScreen(resource))
  return <ListView screen={screen} views={views} writing={null} />
}

/** Nothing, until the gate has let somebody in. */
export function AdminList<Listed extends Row>(props: Props<Listed>) {
  const gate = useStore($gate)
  if (gate.status !== "granted") return null
  return <OpenList key={gate.user.id} {...props} />
}
