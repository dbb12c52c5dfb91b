/** Answers `/dev/outbox`, to the person at this machine alone. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { readMail, readMails } from "./outbox.ts"
import { listPage, MAIL_POLICY, mailPage, missingPage, PAGE_POLICY } from "./outbox-pages.ts"
import { isLoopback } from "./settings.ts"

/** Answers a request for the outbox; false, and nothing done, when it is for something else or from elsewhere. */
export type OutboxViewer = (req: IncomingMessage, res: ServerResponse, path: string) => boolean

const ROUTE = /^\/dev\/outbox(?:(?<json>\.json)|\/(?<name>[^/]+)(?<body>\/html)?)?$/
const FORWARDING = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|cf-connecting-ip)$/
const HOST = /^(?:\[(?<ipv6>[^\]]+)\]|(?<name>[^:]+))(?::\d+)?$/

/**
 * True for what this machine's own browser sends: by its connection; without a proxy in between, as far as
 * proxies say so; and by the name it was sent to, since any web site can have its own name lead to
 * 127.0.0.1. Whoever forwards a port to this machine lets others pass: that is a developer's own act.
 */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const { ipv6, name } = HOST.exec(headers.host ?? "")?.groups ?? {}
  return (
    isLoopback(socket.remoteAddress?.replace(/^::ffff:/, "") ?? "") &&
    isLoopback((ipv6 ?? name ?? "").toLowerCase()) &&
    !Object.keys(headers).some((header) => FORWARDING.test(header))
  )
}

const HEADERS = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
}

interface Content {
  status?: number
  type?: string
  policy?: string
  body: string
}

/** What stands at an address below `/dev/outbox`. */
async function contentAt(
  folder: string,
  { json, name, body }: Record<string, string | undefined>,
): Promise<Content> {
  if (json) return { type: "application/json", body: JSON.stringify(await readMails(folder)) }
  if (!name) return { body: String(await listPage(await readMails(folder))) }
  const mail = await readMail(folder, name)
  if (!mail) return { status: 404, body: String(await missingPage()) }
  // Links open beside the mail: the site lets no other page frame it.
  if (body) {
    return {
      policy: MAIL_POLICY,
      body: mail.html.replace(/<head>/i, '<head><base target="_blank">'),
    }
  }
  return { body: String(await mailPage(mail)) }
}

/** Shows the mails of a folder. */
export function viewOutbox(folder: string): OutboxViewer {
  const send = async (req: IncomingMessage, res: ServerResponse, route: RegExpExecArray) => {
    const { status = 200, ...content } = await contentAt(folder, route.groups ?? {})
    res.writeHead(status, {
      ...HEADERS,
      "content-type": `${content.type ?? "text/html"}; charset=utf-8`,
      "content-security-policy": content.policy ?? PAGE_POLICY,
      "content-length": Buffer.byteLength(content.body),
    })
    res.end(req.method === "HEAD" ? undefined : content.body)
  }

  return (req, res, path) => {
    const route = ROUTE.exec(path.length > 1 ? path.replace(/\/$/, "") : path)
    if (!route || !/^(GET|HEAD)$/.test(req.method ?? "") || !isFromHere(req)) return false
    send(req, res, route).catch((error) => {
      console.error("The outbox cannot be shown:", error)
      if (!res.headersSent) res.writeHead(500)
      res.end()
    })
    return true
  }
}
