import { memoizeByKey } from "../shared/memoized.ts"

/** Adds a stylesheet once per page. Resolves when the stylesheet has loaded or failed to load. */
export const loadStyle = memoizeByKey(
  (href: string): Promise<void> =>
    new Promise((done) => {
      const link = document.createElement("link")
      link.rel = "stylesheet"
      link.href = href
      link.addEventListener("load", () => done())
      link.addEventListener("error", () => done())
      document.head.append(link)
    }),
)
