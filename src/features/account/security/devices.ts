/** Each session of the member is shown as a device. "Ending" a device logs it out. */
import { computed } from "nanostores"
import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createMutation } from "../../../islands/mutation.ts"
import { createLoadable } from "../../../islands/query.ts"
import { type CallResult, call } from "../../../shared/call.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { createOwnQuery } from "../own-account.ts"

const sessionsResponse = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      user_agent: z.nullable(z.string()),
      method: z.enum(["password", "google", "passkey"]),
      created_at: z.string(),
      last_seen_at: z.string(),
      is_current: z.boolean(),
    }),
  ),
})

export type Device = z.infer<typeof sessionsResponse>["sessions"][number]

const PATH = "/api/account/sessions"

/** Replaces the device id in the call that logs out all devices except the current one. */
const OTHER_DEVICES = ""

const $sessions = createOwnQuery(PATH, sessionsResponse)

const isAffected = (id: string, device: Device) =>
  !device.is_current && (id === OTHER_DEVICES || id === device.id)

const sessionEnd = createMutation<"ended", undefined>({
  queries: [$sessions],
  async send(id): Promise<CallResult<undefined>> {
    const path = id === OTHER_DEVICES ? PATH : `${PATH}/${id}`
    const result = await call(path, { method: "DELETE" })
    const hasAlreadyEnded = !result.ok && result.failure.code === "not_found"
    return hasAlreadyEnded ? { ok: true, body: undefined, headers: new Headers() } : result
  },
  updateCaches(id) {
    const sessions = $sessions.value?.data?.sessions ?? []
    $sessions.mutate({ sessions: sessions.filter((device) => !isAffected(id, device)) })
  },
  onSettled({ name }, result) {
    const t = pageTranslate()
    const successToast = name
      ? {
          title: t("security:devices.ended"),
          text: t("security:devices.endedText", { device: name }),
        }
      : { title: t("security:devices.othersEnded"), text: t("security:devices.othersEndedText") }
    showOutcome(result, successToast, "security:devices.endFailed", name)
  },
})

export interface Devices {
  /** All devices, the current one first. */
  all: Device[]
  isEnding: (device: Device) => boolean
  isEndingOthers: boolean
}

export const $devices = computed(
  [createLoadable($sessions), sessionEnd.$pending],
  (state, pending) => {
    if (state.status !== "ready") return state
    const data: Devices = {
      all: state.data.sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
      isEnding: (device) => [...pending.keys()].some((id) => isAffected(id, device)),
      isEndingOthers: pending.has(OTHER_DEVICES),
    }
    return { ...state, data }
  },
)

export const reloadDevices = (): void => $sessions.revalidate()

export const endDevice = (id: string, name: string) => sessionEnd.mutate(id, "ended", name)

export const endOtherDevices = () => sessionEnd.mutate(OTHER_DEVICES, "ended")
