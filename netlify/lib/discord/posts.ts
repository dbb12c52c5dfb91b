/**
 * Posts events and articles to Discord channels with webhooks
 * (https://discord.com/developers/docs/resources/webhook).
 */
import * as z from "zod/mini"
import { authDatabase } from "../../../db/client.ts"
import {
  type DueDiscordPost,
  leaseDiscordPost,
  recordDiscordFailure,
  recordDiscordSent,
} from "../../../db/queries/discord.ts"
import { formatTextParts } from "../../../src/features/events/as-text.ts"
import { eventPath } from "../../../src/features/events/event.ts"
import { articlePath } from "../../../src/features/news/article.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { cutWithEllipsis } from "../../../src/shared/description.ts"
import { getSiteUrl } from "../http/site-url.ts"
import { createMailTranslator } from "../mail/mail-texts.ts"
import { toLogLine } from "../monitoring/log.ts"
import { postMessage, sendDueMessages } from "../outlets/delivery.ts"
import { readWebhooks, type Webhook } from "./webhooks.ts"

/** Maximum number of posts per webhook and run, so that a channel does not get many posts at a time. */
const MAX_POSTS_PER_RUN = 5
/** Discord's maximum length of an embed's title. */
const MAX_TITLE_LENGTH = 256
/** Pause before a retry if Discord does not know the webhook, for example because it was deleted. */
const UNKNOWN_WEBHOOK_PAUSE_SECONDS = 24 * 60 * 60

const getDb = () => authDatabase().as(null)

const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|>#[\]()-]/g, "\\$&")

function createEmbed(post: DueDiscordPost, language: Locale) {
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

function sendPost({ url, language }: Webhook, post: DueDiscordPost): Promise<void> {
  return postMessage({
    url,
    secret: url,
    // Titles may contain `@everyone`, which must not notify anyone.
    body: { embeds: [createEmbed(post, language)], allowed_mentions: { parse: [] } },
    readError: (json) => {
      const { data } = errorResponse.safeParse(json)
      return data && { description: data.message, retryAfter: data.retry_after ?? null }
    },
  })
}

function postDueMessages(webhook: Webhook): Promise<number> {
  const { key } = webhook
  return sendDueMessages(
    {
      lease: () => leaseDiscordPost(getDb(), webhook),
      send: (post) => sendPost(webhook, post),
      recordSent: ({ id }) => recordDiscordSent(getDb(), key, id),
      recordFailure({ id, kind }, reason, error) {
        console.error(toLogLine(`${id} (${kind}) could not be posted to ${key}: ${reason}`))
        const isUnknownWebhook = reason.startsWith("404")
        return recordDiscordFailure(getDb(), key, id, {
          reason,
          isCertainlyUnsent: error?.isCertainlyUnsent ?? true,
          pause: isUnknownWebhook ? UNKNOWN_WEBHOOK_PAUSE_SECONDS : (error?.retryAfter ?? null),
        })
      },
    },
    MAX_POSTS_PER_RUN,
  )
}

/** Returns the number of sent posts. If a webhook fails, the posts to other webhooks are still sent. */
export async function postToDiscord(): Promise<number> {
  const webhooks = readWebhooks(process.env.DISCORD_WEBHOOKS ?? "") ?? []
  const counts = await Promise.all(webhooks.map(postDueMessages))
  return counts.reduce((sum, count) => sum + count, 0)
}
