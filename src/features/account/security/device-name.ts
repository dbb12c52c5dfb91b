import type { Translate } from "../../../i18n/keys.ts"

/** The first match counts. "Chrome" and "Safari" are last, because many other user agents contain these words. */
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

/** The first match counts: iPhones also contain "like Mac OS X", and Android and ChromeOS also contain "Linux". */
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
]

const findName = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

const parseDevice = (userAgent: string) => ({
  browser: findName(BROWSERS, userAgent),
  system: findName(SYSTEMS, userAgent),
})

/** Returns the name in English, for example `Chrome, Windows`. Empty if neither part is known. */
export function getPlainDeviceName(userAgent: string): string {
  const { browser, system } = parseDevice(userAgent)
  return [browser, system].filter(Boolean).join(", ")
}

/** Returns the name in the language of the page, for example `Chrome on Windows`. */
export function getDeviceName(userAgent: string | null, t: Translate): string {
  const { browser, system } = parseDevice(userAgent ?? "")
  return browser && system
    ? t("security:devices.on", { browser, system })
    : (browser ?? system ?? t("security:devices.unknown"))
}

export const isHandheld = (userAgent: string | null): boolean =>
  /iPhone|iPod|iPad|Android|Mobile/.test(userAgent ?? "")
