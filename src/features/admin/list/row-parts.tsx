import type { ReactNode } from "react"
import { IslandIcon } from "../../../ui/island-icons.tsx"

/** CSS classes of lists and rows. The width of the list, not of the screen, decides whether row parts are stacked. */
export const ROWS_CLASSES =
  "@container border-b border-line transition-opacity duration-150 aria-busy:opacity-60"

export const ROW_CLASSES =
  "group/row relative grid min-h-14.5 grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] items-center gap-y-1.5 border-t border-line py-[9px] pr-1.5 @max-3xl:items-start @max-3xl:pt-3.5 @max-3xl:pr-0 @max-3xl:pb-2 [&_:is(a,button,select,summary)]:relative [&_:is(a,button,select,summary)]:z-1"

/** In narrow lists, badges and actions get their own line if an element follows an element with `data-own-line`. */
const OWN_LINE_CLASSES =
  "@max-xl:group-has-[[data-own-line]+*]/row:col-span-full @max-xl:group-has-[[data-own-line]+*]/row:ml-0"

const LINES_CLASSES =
  "col-3 grid min-w-0 gap-[3px] @max-3xl:col-end-[-1] @max-3xl:group-not-has-data-badges/row:col-end-5"

const PICTURE_CLASSES = "col-2 mr-4.5 aspect-video min-h-0 w-20 overflow-hidden rounded-[8px]"

export function RowSkeleton({ hasPicture }: { hasPicture: boolean }) {
  return (
    <div className={ROW_CLASSES}>
      {hasPicture && <span className={`skeleton block ${PICTURE_CLASSES}`} />}
      <span className={LINES_CLASSES}>
        <span className="skeleton w-[min(340px,80%)]" />
        <span className="skeleton w-[min(200px,50%)]" />
      </span>
    </div>
  )
}

const getSmallPictureUrl = (url: string) => url.replace(/^(\/uploads\/.*)\.webp$/, "$1-640.webp")

export function RowPicture({ url }: { url: string | null }) {
  return (
    <span
      className={`${PICTURE_CLASSES} ${url ? "block" : "grid place-items-center bg-raise text-edge"}`}
    >
      {url ? (
        <img
          className="size-full object-cover"
          src={getSmallPictureUrl(url)}
          alt=""
          width="640"
          height="360"
          loading="lazy"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
        />
      ) : (
        <IslandIcon name="camera" />
      )}
    </span>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <p className="meta facts">{children}</p>
}

interface LinesProps {
  title: ReactNode
  lang?: string
  text?: ReactNode
  facts: ReactNode
  children?: ReactNode
}

export function RowLines({ title, lang, text, facts, children }: LinesProps) {
  return (
    <div className={LINES_CLASSES}>
      <p className="leading-[1.3] font-semibold text-text" lang={lang}>
        {title}
      </p>
      {typeof text !== "string" && text}
      {typeof text === "string" && text !== "" && (
        <p className="line-clamp-2 max-w-[80ch] text-md leading-[1.4] text-soft" lang={lang}>
          {text}
        </p>
      )}
      <Facts>{facts}</Facts>
      {children}
    </div>
  )
}

export function RowBadges({
  areMany = false,
  children,
}: {
  areMany?: boolean
  children: ReactNode
}) {
  const widthClasses = areMany ? "@5xl:max-w-[270px] @5xl:flex-wrap" : ""
  return (
    <div
      data-badges=""
      className={`col-4 ml-4.5 flex items-center justify-end gap-1.5 @max-5xl:flex-wrap @max-3xl:col-start-2 @max-3xl:col-end-4 @max-3xl:ml-0 @xl:@max-3xl:col-start-3 @max-3xl:justify-start @max-3xl:self-center @3xl:@max-5xl:max-w-[180px] ${widthClasses} ${OWN_LINE_CLASSES}`}
    >
      {children}
    </div>
  )
}

export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div
      className={`col-5 ml-4.5 flex items-center justify-end gap-1.5 @max-3xl:col-start-4 @max-3xl:col-end-[-1] @max-3xl:group-not-has-data-badges/row:col-start-5 @max-3xl:ml-2 @max-3xl:flex-wrap-reverse @max-3xl:has-data-own-line:gap-x-0 [&_.icon-btn]:size-10 max-md:[&_.icon-btn]:h-11 ${OWN_LINE_CLASSES}`}
    >
      {children}
    </div>
  )
}

/** CSS classes of a control that makes the whole row clickable. */
export const ROW_COVER_CLASSES = "static! z-auto! after:absolute after:inset-0"
