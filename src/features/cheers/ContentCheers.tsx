import { useStore } from "@nanostores/react"
import { useMemo } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { createMemberQuery } from "../../islands/query.ts"
import { useIsHydrated } from "../../ui/hydration.ts"
import { CheerButton } from "./CheerButton.tsx"
import type { CheerableContent } from "./cheers.ts"
import { cheers } from "./schema.ts"

interface Props {
  locale: Locale
  content: Pick<CheerableContent, "id" | "title" | "language"> & { cheer_count?: number }
  /** Path of the content, to which the log-in returns. */
  path: string
}

export function ContentCheers({ locale, content, path }: Props) {
  const { id } = content
  const $cheers = useMemo(() => createMemberQuery(`/api/cheers/${id}`, cheers), [id])
  const { data } = useStore($cheers)
  const isHydrated = useIsHydrated()
  return (
    <CheerButton
      locale={locale}
      content={{ cheer_count: 0, is_cheered: false, ...content, ...(isHydrated && data) }}
      loginUrl={getLoginLink(localePath(path, locale), locale)}
    />
  )
}
