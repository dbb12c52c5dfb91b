/** Sharing an article's address: the device's own way where there is one, else the clipboard. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toasts.ts"

/** The address alone: neither the mirrored language nor the place on the page. */
const address = () => location.origin + location.pathname

async function copyLink(): Promise<void> {
  const t = pageTranslate()
  const isCopied = await navigator.clipboard.writeText(address()).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? {
          tone: "success",
          title: t("common:toasts.linkCopied.title"),
          text: t("common:toasts.linkCopied.text"),
        }
      : { tone: "error", title: address() },
  )
}

async function share(): Promise<void> {
  if (!("share" in navigator)) return copyLink()
  // Rejects when the person changes their mind.
  await navigator.share({ title: document.title, url: address() }).catch(() => undefined)
}

export function startSharing(): void {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return
    if (event.target.closest("[data-share]")) void share()
    if (event.target.closest("[data-copy-link]")) void copyLink()
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>(
    ".story-share [data-pressed-early]",
  )) {
    button.removeAttribute("data-pressed-early")
    button.click()
  }
}
