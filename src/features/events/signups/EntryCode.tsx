/** A dialog with the QR code of a sign-up. An organizer scans it at the door to check the attendee in. */
import { generate } from "lean-qr"
import { toSvgPath } from "lean-qr/extras/svg"
import { useId } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { Button } from "../../../ui/Button.tsx"
import { Modal } from "../../../ui/dialog/Modal.tsx"
import { entryPath } from "./schema.ts"

/** Width of the white border in cells of the code. Cameras need the border. */
const MARGIN_CELLS = 3

interface Props {
  eventId: string
  signupId: string
  onClose: () => void
}

export function EntryCode({ eventId, signupId, onClose }: Props) {
  const t = pageTranslate()
  const id = useId()
  const code = generate(new URL(entryPath(eventId, signupId), location.origin).href)
  const size = code.size + 2 * MARGIN_CELLS
  return (
    <Modal labelledBy={id} className="confirm" onCancel={onClose}>
      <h2 id={id}>{t("signups:code.show")}</h2>
      <p className="soft">{t("signups:code.text")}</p>
      <svg
        className="w-full rounded-card"
        viewBox={`${-MARGIN_CELLS} ${-MARGIN_CELLS} ${size} ${size}`}
        role="img"
        aria-label={t("signups:code.show")}
      >
        <rect x={-MARGIN_CELLS} y={-MARGIN_CELLS} width={size} height={size} fill="#fff" />
        <path d={toSvgPath(code)} fill="#000" />
      </svg>
      <div className="dialog-actions">
        <Button className="btn-small" onClick={onClose}>
          {t("signups:code.close")}
        </Button>
      </div>
    </Modal>
  )
}
