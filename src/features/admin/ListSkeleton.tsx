import { pageTranslate } from "../../i18n/page-translate.ts"

const ROWS = ["a", "b", "c", "d", "e", "f"]

/** What a list looks like before it is there. */
export function ListSkeleton({ hasPictures }: { hasPictures: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">{pageTranslate()("admin:list.loading")}</span>
      <div className="rows" aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className="row">
            {hasPictures && <span className="skeleton row-picture" />}
            <span className="row-lines">
              <span className="skeleton" />
              <span className="skeleton" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
