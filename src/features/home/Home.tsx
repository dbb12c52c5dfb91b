import { artStage } from "../../art/pictures.ts"
import { COUNTRIES, countryPath } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"

const HERO_LINK =
  "btn btn-ghost max-md:last:hidden [box-shadow:inset_0_0_0_1.5px_#ffffff8c] hover:[box-shadow:inset_0_0_0_1.5px_#fff]"

interface Props {
  locale: Locale
}

export function Hero({ locale }: Props) {
  const t = tFor(locale)
  return (
    <>
      <section className="relative grid in-data-[session=loading]:hidden signed-in:hidden min-h-[min(680px,82vh)] items-center overflow-hidden bg-night text-on-night after:absolute after:inset-0 after:bg-[linear-gradient(90deg,#120f1af5_14%,#120f1aa8_48%,#120f1a00_80%)] max-md:min-h-[min(470px,68svh)] max-md:items-end max-md:after:bg-[linear-gradient(0deg,#120f1a_42%,#120f1a00_72%)] [&_:focus-visible]:outline-on-night">
        <picture>
          <source media="(width < 768px)" srcSet="/art/v2/hero-640.webp" width="640" height="960" />
          <img
            className="absolute inset-0 size-full object-cover object-[60%_50%]"
            src="/art/v2/hero-1600.webp"
            width="1600"
            height="760"
            alt=""
            fetchPriority="low"
            decoding="sync"
          />
        </picture>
        <div className="wrap relative z-1 pt-16 pb-[150px] max-md:pt-40 max-md:pb-6">
          <p className="font-medium text-on-night-soft">
            {COUNTRIES.map((country) => t(`common:countries.${country}`)).join(" · ")}
          </p>
          <h1 className="mt-3.5 mb-5 max-md:my-2.5 text-[clamp(36px,6.6vw,92px)] leading-[1.1] font-extrabold *:block">
            <span>{t("home:hero.first")}</span> <span>{t("home:hero.second")}</span>
          </h1>
          <p className="lead text-on-night-soft">
            {/* A word joiner keeps "K-pop" on one line. */}
            {t("home:hero.lead").replaceAll("K-", "K-\u2060")}
          </p>
          <p className="actions max-md:mt-5">
            <a className="btn" href={localePath("/register", locale)}>
              {t("common:session.join")}
            </a>
            {(["calendar", "teams"] as const).map((page) => (
              <a key={page} className={HERO_LINK} href={localePath(`/${page}`, locale)}>
                {t(`home:hero.${page}`)}
              </a>
            ))}
          </p>
        </div>
      </section>
      {/* On phones, the countries are one row of names. */}
      <section
        className="wrap relative z-2 -mt-[74px] grid in-data-[session=loading]:hidden signed-in:hidden grid-cols-[repeat(auto-fit,minmax(230px,1fr))] gap-4.5 max-md:mt-3! max-md:flex max-md:gap-2 max-md:overflow-x-auto"
        aria-label={t("home:countries.label")}
      >
        {COUNTRIES.map((country) => (
          <article
            key={country}
            className={`card place-${country} group relative overflow-hidden pl-12 before:absolute before:top-[27px] before:bottom-[30px] before:left-[25px] before:w-2 before:rounded-full before:bg-place before:[box-shadow:0_0_26px_2px_var(--c)] hover:border-edge max-md:flex-none max-md:rounded-full max-md:py-2 max-md:pr-3.5 max-md:pl-7 max-md:before:inset-y-3 max-md:before:left-3.5`}
          >
            <h2 className="text-xl max-md:font-sans max-md:text-md">
              <CoverLink href={localePath(countryPath(country), locale)}>
                {t(`common:countries.${country}`)}
              </CoverLink>
            </h2>
            <p className="mt-2 text-soft max-md:sr-only">{t(`home:countries.${country}`)}</p>
          </article>
        ))}
      </section>
    </>
  )
}

export function JoinBand({ locale }: Props) {
  const t = tFor(locale)
  const band = artStage(3)
  return (
    <section
      className="wrap section relative grid min-h-[340px] max-md:min-h-0 items-center overflow-hidden rounded-[24px] bg-night px-[clamp(24px,5vw,64px)] py-12 max-md:py-8 text-on-night after:absolute after:inset-0 after:bg-[linear-gradient(90deg,#120f1aeb_20%,#120f1a99_55%,#120f1a1a)] signed-in:hidden"
      aria-labelledby="join"
    >
      <span className="picture-frame absolute inset-0">
        <img
          className="size-full object-cover"
          src={band.src}
          srcSet={band.srcset}
          sizes="(width < 768px) 88vw, 1180px"
          width="1280"
          height="630"
          alt=""
          loading="lazy"
          decoding="async"
        />
      </span>
      <div className="relative z-1 grid justify-items-start gap-2.5">
        <h2 id="join" className="text-[clamp(28px,4vw,48px)]">
          {t("home:join.title")}
        </h2>
        <p className="max-w-[38ch] text-on-night-soft">{t("home:join.text")}</p>
        <a className="btn mt-3.5" href={localePath("/register", locale)}>
          {t("home:join.button")}
        </a>
      </div>
    </section>
  )
}
