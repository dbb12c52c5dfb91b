/**
 * Posts events and articles to Discord channels with webhooks
 * (https://discord.com/developers/docs/resources/webhook).
 */
import * as z from "zod/mini"
import type { DuePost } from "../../../db/queries/channel-posts.ts"
import { formatTextParts } from "../../../src/features/events/as-text.ts"
import { eventPath } from "../../../src/features/events/event.ts"
import { articlePath } from "../../../src/features/news/article.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { cutWithEllipsis } from "../../../src/shared/description.ts"
import { getSiteUrl } from "../http/site-url.ts"
import { createMailTranslator } from "../mail/mail-texts.ts"
import { postToChannel } from "../outlets/channel-posts.ts"
import { postMessage } from "../outlets/delivery.ts"
import { readWebhooks, type Webhook } from "./webhooks.ts"

/** Discord's maximum length of an embed's title. */
const MAX_TITLE_LENGTH = 256
/** Pause before a retry if Discord does not know the webhook, for example because it was deleted. */
const UNKNOWN_WEBHOOK_PAUSE_SECONDS = 24 * 60 * 60

const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|>#[\]()-]/g, "\\$&")

function createEmbed(post: DuePost, language: Locale) {
  const t = createMailTranslator(language)
  const getPageUrl = (path: string) => new URL(localePath(path, language), getSiteUrl()).href
  const formatTitle = (title: string) => cutWithEllipsis(escapeMarkdown(title), MAX_TITLE_LENGTH)
  if (post.kind === "article") {
    return {
      author: { name: t("mails:discord.article") },
      title: formatTitle(post.title),
      url: getPageUrl(articlePath(post.slug)),
      description: escapeMarkdown(post.excerpt ?? ""),
    }
  }
  const { title, when, where } = formatTextParts(post, language)
  return {
    author: { name: t(`mails:discord.${post.kind}`) },
    title: formatTitle(title),
    url: getPageUrl(eventPath(post.slug)),
    description: escapeMarkdown([when, where].filter(Boolean).join("\n")),
  }
}

/** `retry_after` is in seconds, with decimals. */
const errorResponse = z.object({
  message: z.string(),
  retry_after: z.optional(z.number()),
})

function sendPost({ url, language }: Webhook, post: DuePost): Promise<void> {
  return postMessage({
    url,
    secret: url,
    // Titles may contain `@everyone`, which must not notify anyone.
    body: { embeds: [createEmbed(post, language)], allowed_mentions: { parse: [] } },
    readError: (json, status) => {
      const { data } = errorResponse.safeParse(json)
      const pause = status === 404 ? UNKNOWN_WEBHOOK_PAUSE_SECONDS : (data?.retry_after ?? null)
      return data && { description: data.message, retryAfter: pause }
    },
  })
}

/** Returns the number of sent posts. If a webhook fails, the posts to other webhooks are still sent. */
export async function postToDiscord(): Promise<number> {
  const webhooks = readWebhooks(process.env.DISCORD_WEBHOOKS ?? "") ?? []
  const counts = await Promise.all(
    webhooks.map((webhook) => postToChannel<DuePost>(webhook, (post) => sendPost(webhook, post))),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
