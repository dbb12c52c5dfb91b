/** What a user agent says of the device, in words that its owner knows. */
import type { Translate } from "../../../i18n/keys.ts"

interface Device {
  browser: string | undefined
  system: string | undefined
}

/** Apps that show pages in themselves, and browsers that pretend to be others, come before these others. */
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

// iPhones say "like Mac OS X", Androids and ChromeOS "Linux".
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

const deviceOf = (userAgent: string): Device => ({
  browser: nameIn(BROWSERS, userAgent),
  system: nameIn(SYSTEMS, userAgent),
})

/** "Chrome, Android", where no translation is at hand; empty for what is unknown. */
export function plainDeviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter(Boolean).join(", ")
}

/** "Chrome on Android": browser and system, or the one that is known. */
export function deviceName(userAgent: string | null, t: Translate): string {
  const { browser, system } = deviceOf(userAgent ?? "")
  return browser && system
    ? t("security:devices.on", { browser, system })
    : (browser ?? system ?? t("security:devices.unknown"))
}

/** Whether it is something for the hand: a phone or a tablet. */
export const isHandheld = (userAgent: string | null): boolean =>
  /iPhone|iPod|iPad|Android|Mobile/.test(userAgent ?? "")
