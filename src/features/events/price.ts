import type { Translate } from "../../i18n/keys.ts"
import { INTL_LOCALES, type Locale } from "../../i18n/locales.ts"
import type { PublicEvent } from "./schema.ts"

export function formatPrice(
  { price, price_amount }: Pick<PublicEvent, "price" | "price_amount">,
  locale: Locale,
  t: Translate,
): string | null {
  if (price || price_amount === null) return price
  if (price_amount === 0) return t("calendar:event.free")
  const format = new Intl.NumberFormat(INTL_LOCALES[locale], {
    style: "currency",
    currency: "EUR",
    trailingZeroDisplay: "stripIfInteger",
  })
  return format.format(price_amount)
}
