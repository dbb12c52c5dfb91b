import { pageLocale } from "../i18n/page-translate.ts"
import { localePath } from "../i18n/paths.ts"

interface Props {
  text: string
  /** Path without the locale, and text of the link that helps to fill the list. */
  path: string
  action: string
}

export const EmptyList = ({ text, path, action }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-y border-line py-3.5">
    <p className="min-w-0 flex-1 basis-50 text-soft">{text}</p>
    <a className="btn btn-ghost btn-small" href={localePath(path, pageLocale())}>
      {action}
    </a>
  </div>
)
