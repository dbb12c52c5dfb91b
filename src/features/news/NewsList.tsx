import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { LanguageLabel } from "../../ui/LanguageLabel.tsx"
import { EmptyState } from "../../ui/LoadState.tsx"
import { Pager } from "../../ui/Pager.tsx"
import {
  type NewsCard as Article,
  articlePath,
  getArticleCover,
  getPositionClass,
  type NewsListPage,
  newsPagePath,
} from "./article.ts"
import type { Crop } from "./crop.ts"

interface ArticleProps {
  locale: Locale
  article: Article
}

function NewsMeta({ locale, article }: ArticleProps) {
  const place = getCountryColor(article.country)
  return (
    <p className="meta">
      <span className={`dot place-${place}`} />
      <span>{tFor(locale)(`common:countries.${place}`)}</span>
      <LanguageLabel locale={locale} language={article.language} />
      <time
        className="before:mr-2 before:content-['·']"
        dateTime={article.published_at}
        data-relative=""
      >
        {formatDate(article.published_at, "shortDate", locale)}
      </time>
    </p>
  )
}

interface CardProps extends ArticleProps {
  isBig?: boolean
  /** Place of the newest article, which is first on the page. Undefined for all other articles. */
  lead?: "next-to-featured" | "full-width"
  /** Whether the cover is loaded at once, because it is visible without scrolling. */
  isEager?: boolean
  /** On the home page, cards have no excerpt, and phones show smaller pictures. */
  isOnHome?: boolean
  sizes: string
}

function getCoverLook({ isBig, lead, isOnHome }: Pick<CardProps, "isBig" | "lead" | "isOnHome">): {
  crop: Crop
  frameClasses: string
} {
  if (lead === "full-width") return { crop: "lead", frameClasses: "aspect-[1280/560]" }
  if (!isBig) return { crop: "article", frameClasses: "" }
  return { crop: "card", frameClasses: `aspect-16/10 ${isOnHome ? "max-md:aspect-2/1" : ""}` }
}

function NewsCard({ locale, article, isBig, lead, isEager, isOnHome, sizes }: CardProps) {
  /** Whether phones show the card as a row, like all small cards of the home page. */
  const isRow = isOnHome && !isBig
  const { src, srcset } = getArticleCover(article)
  const lang = article.language === locale ? undefined : article.language
  const Heading = lead ? "h2" : "h3"
  const { crop, frameClasses } = getCoverLook({ isBig, lead, isOnHome })
  const titleClasses = isBig
    ? "line-clamp-4 text-[clamp(23px,2.5vw,33px)] leading-[1.14] font-bold"
    : `${isOnHome ? "line-clamp-4" : "line-clamp-3"} font-sans text-base tracking-normal`
  return (
    <article
      className={`group relative flex min-w-0 flex-col ${isBig && !lead ? "md:row-span-2" : ""} ${isRow ? "max-md:grid max-md:grid-cols-[112px_minmax(0,1fr)] max-md:content-start max-md:gap-x-4 max-md:*:col-start-2 max-md:*:my-0 max-md:*:self-start" : ""}`}
    >
      <span
        className={`pic lit picture-frame ${frameClasses} ${isRow ? "max-md:col-start-1! max-md:row-span-2 max-md:h-21 max-md:rounded-small" : ""}`}
      >
        <img
          className={`size-full object-cover ${getPositionClass(article, crop)}`}
          src={src}
          srcSet={srcset}
          sizes={sizes}
          width="1280"
          height="630"
          alt=""
          loading={isEager ? undefined : "lazy"}
          decoding={isEager ? "sync" : "async"}
        />
      </span>
      <div className="mt-3.5 mb-1.5 min-h-6">
        <NewsMeta locale={locale} article={article} />
      </div>
      <Heading className={`pb-0.5 ${titleClasses}`} lang={lang}>
        <a
          className="decoration-2 underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-4 focus-visible:after:outline-(--focus)"
          href={localePath(articlePath(article.slug), locale)}
        >
          {article.title}
        </a>
      </Heading>
      {!isOnHome && (
        <p className={`mt-1.5 text-soft ${isBig ? "line-clamp-3" : "line-clamp-2"}`} lang={lang}>
          {article.excerpt}
        </p>
      )}
    </article>
  )
}

interface ListProps {
  locale: Locale
  articles: Article[]
}

function FeaturedNews({ locale, articles }: ListProps) {
  const hasLargeCovers = articles.length < 3
  return (
    <section className="lg:flex lg:flex-col" aria-labelledby="featured">
      <h2 id="featured" className="text-xl">
        {tFor(locale)("news:featured")}
      </h2>
      <ul className="mt-3.5 lg:grid lg:grow lg:auto-rows-fr">
        {articles.map((article) => (
          <li
            key={article.id}
            className={`relative grid grid-cols-[112px_minmax(0,1fr)] items-center gap-4.5 border-t border-line py-4.5 last:border-b ${hasLargeCovers ? "lg:flex lg:flex-col lg:items-stretch lg:gap-3.5" : ""}`}
          >
            <span
              className={`picture-frame h-21 w-28 rounded-small bg-night ${hasLargeCovers ? "lg:w-full lg:grow" : ""}`}
            >
              <img
                className={`size-full object-cover ${getPositionClass(article, "list")}`}
                src={getArticleCover(article).src}
                srcSet={getArticleCover(article).srcset}
                sizes={hasLargeCovers ? "(width < 1024px) 150px, 440px" : "150px"}
                width="640"
                height="315"
                alt=""
                loading="lazy"
                decoding="async"
              />
            </span>
            <div>
              <NewsMeta locale={locale} article={article} />
              <h3
                className="mt-1 font-sans text-base tracking-normal"
                lang={article.language === locale ? undefined : article.language}
              >
                <a
                  className="underline-offset-4 after:absolute after:inset-0 hover:underline"
                  href={localePath(articlePath(article.slug), locale)}
                >
                  {article.title}
                </a>
              </h3>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const NewsGrid = ({
  locale,
  articles,
  isFirstEager = false,
}: ListProps & { isFirstEager?: boolean }) => (
  <div className="grid gap-9 md:grid-cols-2 md:gap-x-7 md:gap-y-11 lg:grid-cols-3">
    {articles.map((article, i) => (
      <NewsCard
        key={article.id}
        locale={locale}
        article={article}
        isEager={isFirstEager && i === 0}
        sizes="(width < 768px) 88vw, (width < 1024px) 46vw, 376px"
      />
    ))}
  </div>
)

interface Props {
  locale: Locale
  list: NewsListPage<Article>
}

/** Renders one page of the list of articles. Only the newest page has a lead and featured articles. */
export function NewsList({ locale, list }: Props) {
  const { page, newerPageCount, lead, featured, latest } = list
  const t = tFor(locale)
  const isLeadFullWidth = featured.length === 0
  return (
    <div className="wrap">
      {lead && (
        <div
          className={`grid gap-x-10 gap-y-7 ${isLeadFullWidth ? "" : "lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]"}`}
        >
          <NewsCard
            locale={locale}
            article={lead}
            isBig
            lead={isLeadFullWidth ? "full-width" : "next-to-featured"}
            isEager
            sizes="(width < 1024px) 88vw, 720px"
          />
          {!isLeadFullWidth && <FeaturedNews locale={locale} articles={featured} />}
        </div>
      )}
      {latest.length > 0 && (
        <section aria-label={t("news:latest")}>
          <h2 className={lead ? "mt-[clamp(48px,6vw,80px)] mb-6" : "sr-only"}>
            {t("news:latest")}
          </h2>
          <NewsGrid locale={locale} articles={latest} isFirstEager={!lead} />
        </section>
      )}
      {!lead && latest.length === 0 && (
        <EmptyState title={t("news:empty.title")} text={t("news:empty.text")} />
      )}
      <Pager
        locale={locale}
        page={page}
        newerPageCount={newerPageCount}
        // The newest page is `/news`, without a number.
        getHref={(number) => localePath(number ? newsPagePath(number) : "/news", locale)}
      />
    </div>
  )
}

export function RelatedNews({ locale, articles }: ListProps) {
  if (articles.length === 0) return null
  return (
    <section className="wrap section" aria-labelledby="related">
      <div className="section-head">
        <h2 id="related">{tFor(locale)("news:related")}</h2>
      </div>
      <NewsGrid locale={locale} articles={articles} />
    </section>
  )
}

export function NewsSection({ locale, articles }: ListProps) {
  const t = tFor(locale)
  return (
    <section className="wrap section" aria-labelledby="news">
      <div className="section-head">
        <h2 id="news">{t("home:news.title")}</h2>
        <a className="more" href={localePath("/news", locale)}>
          {t("home:news.all")}
        </a>
      </div>
      {articles.length > 0 ? (
        <div className="grid gap-9 max-md:gap-6 md:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-7">
          {articles.map((article, i) => (
            <NewsCard
              key={article.id}
              locale={locale}
              article={article}
              isBig={i === 0}
              isOnHome
              sizes={i === 0 ? "(width < 768px) 88vw, 700px" : "(width < 768px) 150px, 440px"}
            />
          ))}
        </div>
      ) : (
        <EmptyState title={t("home:news.empty.title")} text={t("home:news.empty.text")} />
      )}
    </section>
  )
}
