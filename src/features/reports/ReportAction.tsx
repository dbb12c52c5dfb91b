import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { openDialog } from "../../ui/dialog/open-dialog.ts"
import type { ReportTarget } from "./report.ts"

interface Props {
  locale: Locale
  target: ReportTarget
  loginUrl: string
  /** Whether the viewer is known to be signed in. If false, CSS shows a log-in link, but only to anonymous visitors. */
  isSignedIn: boolean
  label?: string
  className?: string
}

const LINK_CLASS =
  "py-1.5 text-sm text-soft underline decoration-line underline-offset-4 hover:text-text hover:decoration-current"

/** Renders a button that opens the report dialog. Anonymous visitors get a link to the login page instead. */
export function ReportAction({
  locale,
  target,
  loginUrl,
  isSignedIn,
  label,
  className = "",
}: Props) {
  const text = tFor(locale)(`reports:action.${target.kind}`)
  const open = () =>
    openDialog(async () => (await import("./ReportDialog.tsx")).ReportDialog, { target })
  return isSignedIn ? (
    <button
      className={`${LINK_CLASS} ${className}`}
      type="button"
      aria-label={label}
      onClick={() => void open()}
    >
      {text}
    </button>
  ) : (
    <a
      className={`hidden signed-out:inline-block ${LINK_CLASS} ${className}`}
      href={loginUrl}
      aria-label={label}
    >
      {text}
    </a>
  )
}
