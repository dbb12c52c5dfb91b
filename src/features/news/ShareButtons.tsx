import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"

const BUTTON_CLASS = "btn btn-ghost btn-small"

/** On phones, these classes make a button an icon with a small label below it. */
const TILE_CLASS = "max-md:flex-col max-md:px-0 max-md:text-[12px] max-md:[box-shadow:none]"

interface Props {
  locale: Locale
  /** URL of a picture for Instagram stories. */
  story?: string | undefined
  /** File name of the downloaded picture. */
  name: string
  /**
   * `text` is copied by an additional button with the text `label`. On phones, the labels of all buttons are then below
   * their icons, so that the buttons fit on one row.
   */
  asText?: { text: string; label: string } | undefined
}

interface StoryProps extends Omit<Props, "asText"> {
  className?: string | undefined
}

export const StoryLink = ({ locale, story, name, className = BUTTON_CLASS }: StoryProps) => (
  <a className={className} href={story} download={`${name}.jpg`}>
    <IslandIcon name="phone" size={18} />
    {tFor(locale)("news:story")}
  </a>
)

export function ShareButtons({ locale, story, name, asText }: Props) {
  const t = tFor(locale)
  const className = asText ? `${BUTTON_CLASS} ${TILE_CLASS}` : BUTTON_CLASS
  const buttonProps = { className: `needs-script ${className}`, type: "button" } as const
  return (
    <p
      className={`wrap flex flex-wrap gap-3 border-t border-line pt-6 print:hidden ${asText ? "max-md:grid max-md:grid-flow-col max-md:gap-1" : "mt-11"}`}
    >
      <button {...buttonProps} data-share="">
        <IslandIcon name="share" size={18} />
        {t("news:share")}
      </button>
      <button {...buttonProps} data-copy-link="">
        <IslandIcon name="link" size={18} />
        {t("news:copy")}
      </button>
      {asText && (
        <button {...buttonProps} data-copy-text={asText.text}>
          <IslandIcon name="post" size={18} />
          {asText.label}
        </button>
      )}
      {story && <StoryLink locale={locale} story={story} name={name} className={className} />}
    </p>
  )
}
