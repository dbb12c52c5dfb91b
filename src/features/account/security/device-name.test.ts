import { expect, test } from "vitest"
import security from "../../../../public/locales/en/security.json" with { type: "json" }
import { createTranslate, flatten } from "../../../i18n/translate.ts"
import { getDeviceName, isHandheld } from "./device-name.ts"

const t = createTranslate("en", flatten("security", security))

const CHROMIUM_ENGINE = "AppleWebKit/537.36 (KHTML, like Gecko)"
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM_ENGINE}`
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15"
const SAFARI_ENGINE = "AppleWebKit/605.1.15 (KHTML, like Gecko)"

test.each([
  [
    "Samsung Internet on Android",
    `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM_ENGINE} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  [
    "Chrome on iPhone",
    `${IPHONE} (KHTML, like Gecko) CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1`,
  ],
  ["Instagram on iPhone", `${IPHONE} (KHTML, like Gecko) Mobile/22F76 Instagram 390.0.0.28.85`],
  [
    "TikTok on Android",
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${CHROMIUM_ENGINE} Version/4.0 Chrome/138.0.7204.179 Mobile Safari/537.36 trill_400503 BytedanceWebview/d8a21c6`,
  ],
  [
    "Safari on iPad",
    `Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) ${SAFARI_ENGINE} Version/16.6 Safari/604.1`,
  ],
  [
    "Safari on Mac",
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI_ENGINE} Version/18.5 Safari/605.1.15`,
  ],
  ["Edge on Windows", `${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ["Opera on Windows", `${WINDOWS} Chrome/136.0.0.0 Safari/537.36 OPR/90.0.0.0`],
  ["Yandex Browser on Windows", `${WINDOWS} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`],
  [
    "Chrome on ChromeOS",
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROMIUM_ENGINE} Chrome/140.0.0.0`,
  ],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0"],
  ["Windows", "SomethingOdd/1.0 (Windows NT 10.0)"],
  ["Unknown device", "curl/8.5.0"],
])("the name of a device is derived from its user agent: %s", (name, userAgent) => {
  expect(getDeviceName(userAgent, t)).toBe(name)
})

test("a session without a user agent is an unknown device", () => {
  expect(getDeviceName(null, t)).toBe("Unknown device")
  expect(isHandheld(null)).toBe(false)
})

test("a phone is handheld, a computer is not", () => {
  expect(isHandheld(`${IPHONE} Mobile/15E148`)).toBe(true)
  expect(isHandheld("Mozilla/5.0 (Windows NT 10.0; Win64; x64)")).toBe(false)
})
