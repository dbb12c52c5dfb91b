/** Shows the event of the address out of the API, where no prebuilt page has it. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { splitLocale } from "../../i18n/paths.ts"
import { SITE } from "../../site.ts"
import type { PublicEvent } from "./event.ts"
import { fillEvent } from "./fill-event.ts"
import { isPublicEvent } from "./parse.ts"

type Loaded = { status: "found"; event: PublicEvent } | { status: "not-found" | "failed" }

async function load(): Promise<Loaded> {
  const [, section, slug, ...rest] = splitLocale(location.pathname).path.split("/")
  if (section !== "events" || !slug || rest.length > 0) return { status: "not-found" }
  const response = await fetch(`/api/events/${slug}`).catch(() => null)
  const body: unknown = await response?.json().catch(() => null)
  if (response?.status === 404) return { status: "not-found" }
  return response?.ok && isPublicEvent(body)
    ? { status: "found", event: body }
    : { status: "failed" }
}

export function startEventShell(): void {
  const shell = document.querySelector<HTMLElement>("[data-shell]")
  const template = shell?.querySelector("template")
  if (!shell || !template) return
  const t = pageTranslate()

  const show = (state: "loading" | "not-found" | "failed" | "found") => {
    for (const part of shell.querySelectorAll<HTMLElement>("[data-shell-state]")) {
      part.hidden = part.dataset.shellState !== state
    }
  }

  const start = async () => {
    show("loading")
    const loaded = await load()
    show(loaded.status)
    if (loaded.status === "not-found") {
      document.title = `${t("calendar:event.notFound.title")} · ${SITE.name}`
    }
    if (loaded.status !== "found") return
    const view = template.content.cloneNode(true)
    shell.append(view)
    fillEvent(shell, loaded.event, t)
    document.title = `${loaded.event.title} · ${SITE.name}`
  }

  shell.querySelector("[data-shell-retry]")?.addEventListener("click", () => void start())
  void start()
}
