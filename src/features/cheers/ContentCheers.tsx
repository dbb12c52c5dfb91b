import { useStore } from "@nanostores/react"
import { computed } from "nanostores"
import { useMemo } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../i18n/paths.ts"
import { createQuery } from "../../islands/query.ts"
import { $session } from "../../session/session.ts"
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
  const $cheers = useMemo(() => {
    const $path = computed($session, ({ status }) => status === "signed-in" && `/api/cheers/${id}`)
    return createQuery([$path], cheers)
  }, [id])
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
