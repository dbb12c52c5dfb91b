/** Loads the item of a shell. A shell is a page that gets its item (such as a team) from the API. */
import { useStore } from "@nanostores/react"
import { atom } from "nanostores"
import { useEffect, useMemo } from "react"
import type * as z from "zod/mini"
import { splitLocale } from "../i18n/paths.ts"
import { onMemberLeft } from "../session/on-member-left.ts"
import type { Failure } from "../shared/call.ts"
import { SITE } from "../site.ts"
import { createQuery } from "./query.ts"

export type ItemState<Item> =
  | { status: "loading" }
  | { status: "found"; item: Item }
  | { status: "not-found" }
  | { status: "failed"; failure: Failure; retry: () => void }

/** Returns the slug: `a` in `/lv/news/a` for the section `news`. Null for other URLs. */
export function getSlugInUrl(section: string): string | null {
  const [, name, slug, ...otherSegments] = splitLocale(location.pathname).path.split("/")
  return name === section && slug && otherSegments.length === 0 ? slug : null
}

/** Reads the item from an API path, and sets the document's title. The path is null for an invalid URL. */
export function useItem<Schema extends z.core.$ZodType>(
  path: string | null,
  schema: Schema,
  getTitle: (item: z.output<Schema>) => string,
  notFoundTitle: string,
): ItemState<z.output<Schema>> {
  const [$item, latest] = useMemo(() => {
    const noItem: { item?: z.output<Schema> } = {}
    return [createQuery([atom(path)], schema), noItem] as const
  }, [path, schema])
  const { data: loadedItem, error } = useStore($item)
  const isNotFound = path === null || error?.failure.code === "not_found"
  if (isNotFound) delete latest.item
  else if (loadedItem !== undefined) latest.item = loadedItem
  // `latest` keeps the item when an expired session clears the cache, because the item's page may hold typed text.
  useEffect(() => onMemberLeft(() => delete latest.item), [latest])
  const data = latest.item
  let title = isNotFound ? notFoundTitle : null
  if (data !== undefined) title = getTitle(data)

  useEffect(() => {
    if (title !== null) document.title = `${title} · ${SITE.name}`
  }, [title])

  if (isNotFound) return { status: "not-found" }
  if (data !== undefined) return { status: "found", item: data }
  if (error) return { status: "failed", failure: error.failure, retry: $item.invalidate }
  return { status: "loading" }
}
