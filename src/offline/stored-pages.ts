const MAX_LINKS = 20

/** Lists the pages that the service worker has stored in this language, newest first. Reloads the page when the browser is online again. */
export async function showStoredPages(): Promise<void> {
  addEventListener("online", () => location.reload())
  const section = document.querySelector<HTMLElement>("[data-stored]")
  const list = section?.querySelector("ul")
  if (!section || !list || !(await caches.has("pages"))) return
  const cache = await caches.open("pages")
  for (const request of (await cache.keys()).toReversed()) {
    if (list.childElementCount === MAX_LINKS) break
    const page = new DOMParser().parseFromString(
      (await (await cache.match(request))?.text()) ?? "",
      "text/html",
    )
    // Skips pages that search engines may not index, because they have no content to read.
    const hasContent = !page.querySelector('meta[name="robots"]')
    if (!hasContent || page.documentElement.lang !== document.documentElement.lang) continue
    const link = Object.assign(document.createElement("a"), {
      className: "inline-flex min-h-11 items-center underline underline-offset-4",
      href: new URL(request.url).pathname,
      textContent: page.title.replace(/ · [^·]+$/, ""),
    })
    const item = document.createElement("li")
    item.append(link)
    list.append(item)
    section.hidden = false
  }
}
