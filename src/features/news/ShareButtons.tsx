import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"

const BUTTON_PROPS = {
  className: "needs-script btn btn-ghost btn-small",
  type: "button",
} as const

interface Props {
  locale: Locale
  /** URL of a picture for Instagram stories. */
  story?: string | undefined
  /** File name of the downloaded picture. */
  name: string
  /**
   * Text that a further button copies, and the label of this button. With this button, all buttons show only icons on
   * phones, so that they fit on one row.
   */
  asText?: { text: string; label: string } | undefined
}

interface StoryProps extends Omit<Props, "asText"> {
  labelClass?: string | undefined
}

export const StoryLink = ({ locale, story, name, labelClass }: StoryProps) => (
  <a className="btn btn-ghost btn-small" href={story} download={`${name}.jpg`}>
    <IslandIcon name="phone" size={18} />
    <span className={labelClass}>{tFor(locale)("news:story")}</span>
  </a>
)

export function ShareButtons({ locale, story, name, asText }: Props) {
  const t = tFor(locale)
  const labelClass = asText && "max-md:sr-only"
  return (
    <p className="wrap mt-11 flex flex-wrap gap-3 border-t border-line pt-6 print:hidden">
      <button {...BUTTON_PROPS} data-share="">
        <IslandIcon name="share" size={18} />
        <span className={labelClass}>{t("news:share")}</span>
      </button>
      <button {...BUTTON_PROPS} data-copy-link="">
        <IslandIcon name="link" size={18} />
        <span className={labelClass}>{t("news:copy")}</span>
      </button>
      {asText && (
        <button {...BUTTON_PROPS} data-copy-text={asText.text}>
          <IslandIcon name="post" size={18} />
          <span className={labelClass}>{asText.label}</span>
        </button>
      )}
      {story && <StoryLink locale={locale} story={story} name={name} labelClass={labelClass} />}
    </p>
  )
}
