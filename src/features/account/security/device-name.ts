/** Names devices by their user agent, such as "Chrome on Android". */
import type { Translate } from "../../../i18n/keys.ts"

/**
 * Browsers by a pattern of their user agent; the first match counts. Apps with a built-in browser, and browsers whose
 * user agent also names Chrome or Safari, come before Chrome and Safari.
 */
const BROWSERS: [RegExp, string][] = [
  [/Instagram/, "Instagram"],
  [/FBA[NV]|FB_IAB/, "Facebook"],
  [/musical_ly|BytedanceWebview|TikTok/i, "TikTok"],
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|OPT\/|OPX\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/YaBrowser\//, "Yandex Browser"],
  [/Vivaldi\//, "Vivaldi"],
  [/DuckDuckGo\/|Ddg\//, "DuckDuckGo"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/(?:Headless)?Chrome\/|CriOS\//, "Chrome"],
  [/Version\/[\d.]+.* Safari\//, "Safari"],
]

// The order matters: user agents of iPhones contain "like Mac OS X", those of Android and ChromeOS contain "Linux" or "X11".
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
]

const nameIn = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

const deviceOf = (userAgent: string) => ({
  browser: nameIn(BROWSERS, userAgent),
  system: nameIn(SYSTEMS, userAgent),
})

/** Returns a name without translation, such as "Chrome, Android"; empty for an unknown user agent. */
export function plainDeviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter(Boolean).join(", ")
}

/** Returns browser and system, such as "Chrome on Android", or only the part that is known. */
export function deviceName(userAgent: string | null, t: Translate): string {
  const { browser, system } = deviceOf(userAgent ?? "")
  return browser && system
    ? t("security:devices.on", { browser, system })
    : (browser ?? system ?? t("security:devices.unknown"))
}

/** Returns whether the device is a phone or a tablet. */
export const isHandheld = (userAgent: string | null): boolean =>
  /iPhone|iPod|iPad|Android|Mobile/.test(userAgent ?? "")
