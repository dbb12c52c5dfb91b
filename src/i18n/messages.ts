import i18next from "./i18next.ts"
import type { MessageKey, Messages, Namespace } from "./keys.ts"
import { DEFAULT_LOCALE, type Locale } from "./locales.ts"
import { flatten } from "./translate.ts"

const getNamespaceMessages = (locale: Locale, namespace: string): Messages => ({
  ...flatten(namespace, i18next.getResourceBundle(DEFAULT_LOCALE, namespace)),
  ...flatten(namespace, i18next.getResourceBundle(locale, namespace)),
})

/** A namespace, or a key with its nested keys or plural forms. */
export type MessageGroup = Namespace | `${Namespace}:${string}` | MessageKey

const cache = new Map<string, Messages>()

/** Returns the texts of groups in a language. English texts replace missing texts. */
export function getMessages(locale: Locale, groups: MessageGroup[]): Messages {
  const name = `${locale} ${groups.join(" ")}`
  const texts = cache.get(name) ?? findMessages(locale, groups)
  cache.set(name, texts)
  return texts
}

function findMessages(locale: Locale, groups: MessageGroup[]): Messages {
  const messages: Messages = {}
  for (const group of groups) {
    const texts = getNamespaceMessages(locale, group.split(":", 1)[0] ?? group)
    for (const [key, text] of Object.entries(texts)) {
      if ([":", ".", "_"].some((mark) => key.startsWith(group + mark)) || key === group) {
        messages[key] = text
      }
    }
  }
  return messages
}
