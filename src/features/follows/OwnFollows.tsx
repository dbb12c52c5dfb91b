import { useStore } from "@nanostores/react"
import { artSleeve } from "../../art/pictures.ts"
import { countryPath, getCountryColor } from "../../countries.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { QueryState } from "../../islands/QueryState.tsx"
import { artistPath } from "../artists/paths.ts"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { teamPath } from "../teams/team.ts"
import { FollowButton } from "./FollowButton.tsx"
import { $follows, followMutation, getFollowPath } from "./own-follows.ts"
import type { OwnFollow } from "./schema.ts"

export function OwnFollows() {
  const t = pageTranslate()
  const { data } = useStore($follows)
  return (
    <section id="following" className="scroll-mt-24" aria-labelledby="own-follows">
      <div className="mb-3.5">
        <h2 id="own-follows">{t("follows:list.title")}</h2>
        <p className="hint mt-1.5">{t("follows:list.hint")}</p>
      </div>
      {!data && (
        <QueryState query={$follows} loading="follows:list.loading" failed="follows:list.failed" />
      )}
      {data && data.follows.length > 0 && (
        <ul className="border-b border-line">
          {data.follows.map((row) => (
            <FollowRow key={getFollowPath(row)} row={row} />
          ))}
        </ul>
      )}
      {data?.follows.length === 0 && (
        <p className="border-t border-line pt-4 text-soft">{t("follows:list.none")}</p>
      )}
      {data && (
        <p className="mt-4 flex flex-wrap gap-2.5">
          <a className="btn btn-ghost btn-small" href={localePath("/music", pageLocale())}>
            {t("follows:list.artists")}
          </a>
          <a className="btn btn-ghost btn-small" href={localePath("/teams", pageLocale())}>
            {t("follows:list.find")}
          </a>
        </p>
      )}
    </section>
  )
}

export function FollowRow({ row }: { row: OwnFollow }) {
  const locale = pageLocale()
  const name =
    row.kind === "country" ? pageTranslate()(`common:countries.${row.country}`) : row.name
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5">
      <span className="grid w-10 flex-none place-items-center">
        {row.kind === "artist" ? (
          <MusicPicture className="size-10 rounded-full" src={artSleeve(row.slug)} size={40} />
        ) : (
          <span className={`dot place-${getCountryColor(row.country)}`} />
        )}
      </span>
      <a
        className="min-w-20 flex-1 font-semibold wrap-anywhere underline-offset-4 hover:underline"
        href={localePath(getPagePath(row), locale)}
      >
        {name}
      </a>
      <FollowButton
        locale={locale}
        path={getFollowPath(row)}
        follow={followMutation}
        state={row}
        name={name}
      />
    </li>
  )
}

function getPagePath(row: OwnFollow): string {
  if (row.kind === "country") return countryPath(row.country)
  return row.kind === "team" ? teamPath(row.slug) : artistPath(row.slug)
}
