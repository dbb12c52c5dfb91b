import { pageTranslate } from "../../../../i18n/page-translate.ts"
import { SITE } from "../../../../site.ts"
import { Button } from "../../../../ui/Button.tsx"
import { showToast } from "../../../../ui/toast/toasts.ts"
import { downloadText } from "../../download-text.ts"

function downloadCodes(codes: string[]): void {
  const text = `${SITE.name}: ${pageTranslate()("security:factor.codesTitle")}\n\n${codes.join("\n")}\n`
  downloadText(text, `${SITE.name.toLowerCase()}-recovery-codes.txt`, "text/plain")
}

async function copyCodes(codes: string[]): Promise<void> {
  const t = pageTranslate()
  try {
    await navigator.clipboard.writeText(codes.join("\n"))
    showToast({ tone: "success", title: t("security:factor.copied") })
  } catch {
    showToast({ tone: "error", title: t("security:factor.copyFailed") })
  }
}

export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const t = pageTranslate()
  return (
    <>
      <div role="status">
        <p className="font-semibold">{t("security:factor.codesTitle")}</p>
        <p className="hint mt-1">{t("security:factor.codesHint")}</p>
      </div>
      <ol className="grid grid-cols-1 gap-x-8 gap-y-1.5 rounded-small border border-line p-4 font-mono min-[560px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2.5">
        <Button className="btn-small" onClick={onSaved}>
          {t("security:factor.saved")}
        </Button>
        <Button className="btn-ghost btn-small" onClick={() => downloadCodes(codes)}>
          {t("security:factor.download")}
        </Button>
        <Button className="btn-ghost btn-small" onClick={() => void copyCodes(codes)}>
          {t("security:factor.copy")}
        </Button>
      </div>
    </>
  )
}
