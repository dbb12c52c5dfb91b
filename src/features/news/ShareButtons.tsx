import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"

const BUTTON = {
  className: "needs-script btn btn-ghost btn-small",
  type: "button",
} as const

interface Props {
  locale: Locale
  story?: string | undefined
  name: string
  asText?: { text: string; label: string } | undefined
}

export const StoryLink = ({ locale, story, name }: Omit<Props, "asText">) => (
  <a className="btn btn-ghost btn-small" href={story} download={`${name}.jpg`}>
    <IslandIcon name="phone" size={18} />
    {tFor(locale)("news:story")}
  </a>
)

export function ShareButtons({ locale, story, name, asText }: Props) {
  const t = tFor(locale)
  return (
    <p className="wrap mt-11 flex flex-wrap gap-3 border-t border-line pt-6 print:hidden">
      <button {...BUTTON} data-share="">
        <IslandIcon name="share" size={18} />
        {t("news:share")}
      </button>
      <button {...BUTTON} data-copy-link="">
        <IslandIcon name="link" size={18} />
        {t("news:copy")}
      </button>
      {asText && (
        <button {...BUTTON} data-copy-text={asText.text}>
          <IslandIcon name="post" size={18} />
          {asText.label}
        </button>
      )}
      {story && <StoryLink locale={locale} story={story} name={name} />}
    </p>
  )
}
