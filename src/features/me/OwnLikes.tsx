import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { EmptyList } from "../../ui/EmptyList.tsx"
import { LikedCovers } from "./LikedCovers.tsx"
import { $ownPage, $profile } from "./queries.ts"

export function OwnLikes() {
  const t = pageTranslate()
  const locale = pageLocale()
  const { data: profile } = useStore($profile)
  const { data: page } = useStore($ownPage)
  const likes = page?.music_likes ?? []
  if (profile !== null && !page) return null
  return (
    <section id="likes" className="scroll-mt-24" aria-labelledby="own-likes">
      <h2 id="own-likes" className="mb-3.5 text-xl">
        {t("music:likes.title")}
      </h2>
      {likes.length > 0 ? (
        <LikedCovers locale={locale} liked={likes} labelledBy="own-likes" />
      ) : (
        <EmptyList
          text={t("music:likes.empty.text")}
          path="/music"
          action={t("music:likes.discover")}
        />
      )}
    </section>
  )
}
