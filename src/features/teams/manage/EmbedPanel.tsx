import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { embedCode, teamEmbedPath } from "../../events/embed.ts"
import type { Team } from "../schema.ts"

/** The code that shows the team's events on a site of its own; `news/ShareScript.astro` copies it. */
export function EmbedPanel({ team: { slug, name } }: { team: Pick<Team, "slug" | "name"> }) {
  const t = pageTranslate()
  const title = t("calendar:feed.team", { team: name })
  const code = embedCode(teamEmbedPath(slug), title, pageLocale())
  return (
    <section className="my-14 grid gap-4 border-t border-line pt-8" aria-labelledby="embed">
      <h2 id="embed" className="text-xl">
        {t("calendar:embed.title")}
      </h2>
      <p className="max-w-[72ch] text-soft">{t("calendar:embed.text")}</p>
      <div className="flex flex-wrap gap-2.5">
        <input
          className="input min-w-0 flex-[1_1_240px]"
          value={code}
          readOnly
          aria-labelledby="embed"
          onFocus={({ target }) => target.select()}
        />
        <button className="btn btn-ghost btn-small" type="button" data-copy-text={code}>
          {t("calendar:embed.copy")}
        </button>
      </div>
    </section>
  )
}
