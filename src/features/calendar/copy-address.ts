/** Copies a calendar's address, for applications that want it pasted. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toasts.ts"

async function copy(address: string): Promise<void> {
  const t = pageTranslate()
  const isCopied = await navigator.clipboard.writeText(address).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? {
          tone: "success",
          title: t("calendar:subscribe.copied.title"),
          text: t("calendar:subscribe.copied.text"),
        }
      : // Where the clipboard is closed, it can be taken from here.
        { tone: "error", title: address },
  )
}

export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy-address]")) {
    button.addEventListener("click", () => void copy(button.dataset.copyAddress ?? ""))
  }
}
