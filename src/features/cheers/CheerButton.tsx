import { useStore } from "@nanostores/react"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { $getCheers, type CheerableContent, setCheer } from "./cheers.ts"

interface Props {
  locale: Locale
  content: CheerableContent
  loginUrl: string
}

const BUTTON_CLASSES =
  "btn btn-ghost btn-small hidden aria-pressed:bg-glow aria-pressed:text-on-glow aria-pressed:[box-shadow:none]"

/** Renders the cheer button for members, and a log-in link for anonymous visitors. CSS shows one of them. */
export function CheerButton({ locale, content, loginUrl }: Props) {
  const t = tFor(locale)
  const { isCheered, count } = useStore($getCheers)(content)
  const label = (
    <>
      <IslandIcon name="heart" size={18} />
      {t("teams:posts.cheer")}
      <span className="sr-only">
        : <span lang={getLangAttribute(locale, content.language)}>{content.title}</span>
      </span>
      {count > 0 && <b>{count}</b>}
    </>
  )
  return (
    <span>
      <button
        className={`${BUTTON_CLASSES} signed-in:inline-flex`}
        type="button"
        aria-pressed={isCheered}
        onClick={() => setCheer(content.id, !isCheered)}
      >
        {label}
      </button>
      <a className={`${BUTTON_CLASSES} signed-out:inline-flex`} href={loginUrl}>
        {label}
      </a>
    </span>
  )
}
