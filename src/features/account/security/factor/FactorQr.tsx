import { generate } from "lean-qr"
import { toSvgPath } from "lean-qr/extras/svg"
import { pageTranslate } from "../../../../i18n/page-translate.ts"

/** Width of the white border (quiet zone) in cells of the QR code, as its standard requires. */
const MARGIN_CELLS = 4

export default function FactorQr({ url }: { url: string }) {
  const code = generate(url)
  const size = code.size + 2 * MARGIN_CELLS
  return (
    <svg
      className="size-full rounded-small"
      viewBox={`${-MARGIN_CELLS} ${-MARGIN_CELLS} ${size} ${size}`}
      role="img"
      aria-label={pageTranslate()("security:factor.qr")}
    >
      <rect x={-MARGIN_CELLS} y={-MARGIN_CELLS} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  )
}
