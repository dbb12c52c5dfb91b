import type { Translate } from "../../../i18n/keys.ts"

/**
 * Patterns that find the browser in a user agent. The first match counts: "Chrome" and "Safari" are last, because
 * the user agents of many other browsers contain these words.
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

/**
 * Patterns that find the operating system in a user agent. The first match counts: user agents of iPhones also
 * contain "like Mac OS X", and user agents of Android and ChromeOS can contain "Linux" or "X11".
 */
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

/** Returns the browser and the system in English, such as `Chrome, Windows`. An empty string if neither is known. */
export function getPlainDeviceName(userAgent: string): string {
  const { browser, system } = parseDevice(userAgent)
  return [browser, system].filter(Boolean).join(", ")
}

/** Returns the translated name of a device, such as `Chrome on Windows`. */
export function getDeviceName(userAgent: string | null, t: Translate): string {
  const { browser, system } = parseDevice(userAgent ?? "")
  return browser && system
    ? t("security:devices.on", { browser, system })
    : (browser ?? system ?? t("security:devices.unknown"))
}

export const isHandheld = (userAgent: string | null): boolean =>
  /iPhone|iPod|iPad|Android|Mobile/.test(userAgent ?? "")
