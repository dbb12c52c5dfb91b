/** Shows what the address names out of the API, where no prebuilt page has it. */
import { splitLocale } from "../i18n/paths.ts"
import { SITE } from "../site.ts"

export interface ItemShell<Item> {
  /** The API's address for it; null when the page's address names none. */
  source: string | null
  /** The item in an answer's body; null when that is none. */
  read: (body: unknown) => Item | null
  /** Fills a copy of the template, and says what the page is called. */
  fill: (view: ParentNode, item: Item) => string
  /** What the page is called where there is none. */
  notFound: string
}

type Loaded<Item> = { status: "found"; item: Item } | { status: "not-found" | "failed" }

/** The slug of a page of a section: `/lv/news/a` has `a` in `news`; null for any other address. */
export function pageSlug(section: string): string | null {
  const [, name, slug, ...rest] = splitLocale(location.pathname).path.split("/")
  return name === section && slug && rest.length === 0 ? slug : null
}

async function load<Item>({ source, read }: ItemShell<Item>): Promise<Loaded<Item>> {
  if (source === null) return { status: "not-found" }
  const response = await fetch(source).catch(() => null)
  // Read in any case: a body that nobody reads keeps its connection.
  const body: unknown = await response?.json().catch(() => null)
  if (response?.status === 404) return { status: "not-found" }
  const item = response?.ok ? read(body) : null
  return item === null ? { status: "failed" } : { status: "found", item }
}

/** Starts the page's `ItemShell`, and returns what loads it anew. */
export function startItemShell<Item>(options: ItemShell<Item>): () => void {
  const shell = document.querySelector<HTMLElement>("[data-shell]")
  const place = shell?.querySelector('[data-shell-state="found"]')
  const template = shell?.querySelector("template")
  if (!shell || !place || !template) return () => undefined

  const show = (state: Loaded<Item>["status"] | "loading") => {
    for (const part of shell.querySelectorAll<HTMLElement>("[data-shell-state]")) {
      part.hidden = part.dataset.shellState !== state
    }
  }
  const title = (text: string) => {
    document.title = `${text} · ${SITE.name}`
  }

  let latest = 0
  const start = async () => {
    latest += 1
    const mine = latest
    show("loading")
    const loaded = await load(options)
    if (mine !== latest) return
    place.replaceChildren()
    if (loaded.status === "not-found") title(options.notFound)
    if (loaded.status === "found") {
      const view = document.importNode(template.content, true)
      title(options.fill(view, loaded.item))
      place.append(view)
    }
    show(loaded.status)
  }

  shell.querySelector("[data-shell-retry]")?.addEventListener("click", () => void start())
  void start()
  return () => void start()
}
