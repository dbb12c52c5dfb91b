import { useStore } from "@nanostores/react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { EmptyState, LoadFailed } from "../../ui/LoadState.tsx"
import { isVotable, STATUSES } from "./choices.ts"
import type { ListedIdea, SimilarIdea } from "./schema.ts"
import { $getVotes, $ideas, $similar, setVote } from "./votes.ts"

interface VoteProps {
  locale: Locale
  idea: SimilarIdea
  /** Id of the element that the page scrolls to when the visitor returns from the log-in. */
  anchor: string
}

function VoteControl({ locale, idea, anchor }: VoteProps) {
  const t = tFor(locale)
  const { isVoted, count } = useStore($getVotes)(idea)
  const nextPath = `${localePath("/suggest-idea", locale)}#${anchor}`
  // The fixed height prevents a layout shift when the session is loaded.
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
      {isVotable(idea.status) && (
        <Button
          className="btn-ghost hidden min-h-11 px-5 text-md aria-pressed:bg-glow aria-pressed:text-on-glow aria-pressed:[box-shadow:none] signed-in:inline-flex"
          aria-pressed={isVoted}
          aria-label={t(`ideas:votes.${isVoted ? "votedFor" : "voteFor"}`, { title: idea.title })}
          onClick={() => setVote(idea.id, !isVoted)}
        >
          <IslandIcon name={isVoted ? "check" : "up"} size={17} />
          {t(isVoted ? "ideas:votes.voted" : "ideas:votes.vote")}
        </Button>
      )}
      <span className="font-semibold [font-variant-numeric:tabular-nums]">
        {t("ideas:votes.count", { count })}
      </span>
      {isVotable(idea.status) && (
        <a
          className="hidden py-2 text-md text-soft underline decoration-edge underline-offset-4 hover:text-text hover:decoration-current signed-out:inline"
          href={`${localePath("/login", locale)}?${new URLSearchParams({ next: nextPath })}`}
        >
          {t("ideas:votes.logIn")}
        </a>
      )}
    </div>
  )
}

interface RowProps {
  locale: Locale
  idea: ListedIdea
  /** Rank among the popular ideas. Null for all other ideas, which are hidden until the visitor searches or filters. */
  rank: number | null
}

function IdeaRow({ locale, idea, rank }: RowProps) {
  const t = tFor(locale)
  const { id, title, description, category, status, reply } = idea
  const lang = getLangAttribute(locale, idea.language)
  const anchor = `idea-${id}`
  return (
    <li
      className="group grid scroll-mt-22 grid-cols-[52px_minmax(0,1fr)] border-t border-line py-6 target:bg-[linear-gradient(90deg,transparent,var(--glow-wash)_12%_88%,transparent)]"
      id={anchor}
      data-idea={status}
      data-is-popular={rank !== null || undefined}
      hidden={rank === null}
    >
      <p className="font-display text-lg leading-[1.4] font-bold text-soft [font-variant-numeric:tabular-nums] group-first:text-text">
        {rank !== null && `#${rank}`}
      </p>
      <div>
        <p className="flex flex-wrap gap-1.5">
          <span className="badge">{t(`ideas:categories.${category}`)}</span>
          {status !== "open" && (
            <span className="badge border-current bg-transparent font-semibold">
              {t(`ideas:status.${status}`)}
            </span>
          )}
        </p>
        <h3 className="mt-2.5" lang={lang}>
          {title}
        </h3>
        <p className="mt-2 text-md whitespace-pre-line text-soft" lang={lang}>
          {description}
        </p>
        {reply && (
          <div className="mt-3 border-l-3 border-edge pl-4 text-md whitespace-pre-line">
            <p className="text-sm font-semibold">{t("ideas:popular.reply")}</p>
            <p lang={lang}>{reply}</p>
          </div>
        )}
        <div className="mt-3">
          <VoteControl locale={locale} idea={idea} anchor={anchor} />
        </div>
      </div>
    </li>
  )
}

function List({ locale, ideas }: { locale: Locale; ideas: ListedIdea[] }) {
  const t = tFor(locale)
  const popularIdeas = ideas.filter(({ is_popular }) => is_popular)
  return (
    <>
      <ol className="border-b border-line" data-ideas>
        {ideas.map((idea) => (
          <IdeaRow
            key={idea.id}
            locale={locale}
            idea={idea}
            rank={idea.is_popular ? popularIdeas.indexOf(idea) + 1 : null}
          />
        ))}
      </ol>
      <EmptyState
        title={t("ideas:popular.empty.title")}
        text={t("ideas:popular.empty.text")}
        isHidden={popularIdeas.length > 0}
      />
      <p className="py-6 text-soft" role="status" hidden data-ideas-none>
        {t("ideas:all.none")}
      </p>
    </>
  )
}

function Filters({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  return (
    <form
      className="needs-script mb-5.5 grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]"
      data-ideas-filter
    >
      <input
        className="input"
        type="search"
        name="q"
        placeholder={t("ideas:all.search")}
        aria-label={t("ideas:all.search")}
      />
      <select className="input sm:w-auto" name="status" aria-label={t("ideas:all.status")}>
        <option value="popular">{t("ideas:all.popular")}</option>
        <option value="">{t("ideas:all.any")}</option>
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`ideas:status.${status}`)}
          </option>
        ))}
      </select>
    </form>
  )
}

interface IdeasProps {
  locale: Locale
  ideas: ListedIdea[]
}

/** Renders the prebuilt list of ideas. For members, a list from the API with their votes replaces it. */
export function IdeaList({ locale, ideas: prebuiltIdeas }: IdeasProps) {
  const t = tFor(locale)
  const { data, error } = useStore($ideas)
  return (
    <section aria-labelledby="popular-ideas" data-popular>
      <h2 id="popular-ideas" className="text-[clamp(22px,2.2vw,27px)]">
        <span data-ideas-title="popular">{t("ideas:popular.title")}</span>
        <span data-ideas-title="" hidden>
          {t("ideas:all.title")}
        </span>
      </h2>
      <p className="mt-2 mb-5.5 text-soft">
        {t("ideas:popular.lead")}{" "}
        <a
          className="underline decoration-edge underline-offset-3 hover:decoration-current min-[1000px]:hidden"
          href="#suggest-heading"
        >
          {t("ideas:all.write")}
        </a>
      </p>
      <Filters locale={locale} />
      {error && !data && prebuiltIdeas.length === 0 ? (
        <LoadFailed
          title="ideas:popular.failed.title"
          failure={error.failure}
          onRetry={() => $ideas.invalidate()}
        />
      ) : (
        <List locale={locale} ideas={data?.ideas ?? prebuiltIdeas} />
      )}
    </section>
  )
}

/** Shows members the ideas that are similar to the typed title. suggest-form.ts does this for anonymous visitors. */
export function SimilarIdeas({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const ideas = useStore($similar)
  if (ideas.length === 0) return null
  return (
    <div className="mt-3.5 rounded-small bg-glow-wash px-5 pt-4 pb-1.5" data-similar>
      <p className="font-semibold">{t("ideas:similar.title")}</p>
      <p className="hint">{t("ideas:similar.hint")}</p>
      <ul>
        {ideas.map((idea) => (
          <li
            key={idea.id}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-line py-3 not-first:border-t"
          >
            <a
              className="decoration-edge underline-offset-4 [[href]]:underline"
              href={document.getElementById(`idea-${idea.id}`) ? `#idea-${idea.id}` : undefined}
              lang={getLangAttribute(locale, idea.language)}
            >
              {idea.title}
            </a>
            <VoteControl locale={locale} idea={idea} anchor="suggest-title" />
          </li>
        ))}
      </ul>
    </div>
  )
}
