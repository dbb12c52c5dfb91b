/** The ways to Google and back to the profile. */
import * as z from "zod/mini"
import { pageLocale } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { call } from "../../../shared/call.ts"

const backTo = (part: string) => ({
  next: `${localePath("/profile", pageLocale())}${part}`,
  language: pageLocale(),
})

/** Returns the address where a member proves their identity by Google; it leads back to that part of the profile. */
export const googleProofAddress = (part: string): string =>
  `/api/auth/google?${new URLSearchParams({ ...backTo(part), proof: "1" })}`

const departure = z.object({ address: z.string() })

/** Asks for the address at Google where a member connects their Google account. */
export const startConnecting = () =>
  call("/api/auth/google/connect", {
    method: "POST",
    payload: backTo("?google#security"),
    read: (json) => z.parse(departure, json).address,
  })
