import { generate } from "lean-qr"
import { toSvgPath } from "lean-qr/extras/svg"
import { pageTranslate } from "../../../../i18n/page-translate.ts"

/** Width of the white border in cells. Cameras need the border. */
const MARGIN = 4

export default function FactorQr({ url }: { url: string }) {
  const code = generate(url)
  const size = code.size + 2 * MARGIN
  return (
    <svg
      className="size-full rounded-small"
      viewBox={`${-MARGIN} ${-MARGIN} ${size} ${size}`}
      role="img"
      aria-label={pageTranslate()("security:factor.qr")}
    >
      <rect x={-MARGIN} y={-MARGIN} width={size} height={size} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  )
}
