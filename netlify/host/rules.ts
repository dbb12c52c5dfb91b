/** Reads the redirects and headers of netlify.toml and of the built site for the host. */
import { join } from "node:path"
import { parseAllHeaders } from "@netlify/headers-parser"
import { parseAllRedirects } from "@netlify/redirect-parser"
import { z } from "zod"
import { StartFailure } from "./start-failure.ts"

const Rule = z.object({
  from: z.string(),
  to: z.string(),
  status: z.number().default(301),
  force: z.boolean(),
  conditions: z.record(z.string(), z.unknown()).default({}),
  query: z.record(z.string(), z.unknown()).default({}),
})
type Rule = z.infer<typeof Rule>

export interface Redirect {
  /** Returns a path or an external URL; null if the rule does not match. */
  getTarget(path: string): string | null
  status: number
  /** Whether the rule applies even if the site has a file at the path. */
  isForced: boolean
}

export interface Rules {
  redirects: Redirect[]
  /** Rules that only Netlify supports, with the reason. The host prints them when it starts. */
  unsupported: string[]
}

export const encodePath = (path: string) =>
  encodeURI(path).replace(/[?#]/g, (character) => encodeURIComponent(character))

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

function createPattern(from: string): RegExp {
  const parts = from.split("/").filter(Boolean)
  const pattern = parts.map((part, index) => {
    // `/en/*` also matches `/en`.
    if (part === "*" && index === parts.length - 1) return "(?:/(?<splat>.*))?"
    if (part.startsWith(":")) return `/(?<${part.slice(1)}>[^/]+)`
    return `/${escapeRegExp(part)}`
  })
  return new RegExp(`^${pattern.join("")}/?$`)
}

const getLiteralStart = (from: string) => from.replace(/\/?([*:].*)?$/, "")

function toRedirect({ from, to, status, force }: Rule): Redirect {
  const pattern = createPattern(from)
  const start = getLiteralStart(from)
  return {
    status,
    isForced: force,
    getTarget(path) {
      // Compares the start of the path before the whole pattern, because this is faster and most rules do not match. A
      // site has 15 rules for each former slug of a team.
      if (!path.startsWith(start)) return null
      const groups = pattern.exec(path)?.groups
      if (!groups && !pattern.test(path)) return null
      const target = to.replace(/:(\w+)/g, (placeholder, name) =>
        groups && name in groups ? encodePath(groups[name] ?? "") : placeholder,
      )
      // A target such as `//other.example` would lead to another site.
      return to.startsWith("/") ? target.replace(/^[/\\]+/, "/") : target
    },
  }
}

/** Returns why the host does not support a rule; null if the host supports it. */
function getUnsupportedReason({ from, to, status, conditions, query }: Rule): string | null {
  const isRewrite = status < 300 || status >= 400
  if (Object.keys(conditions).length > 0) return `${from}: conditions`
  if (Object.keys(query).length > 0) return `${from}: query parameters`
  return isRewrite && !to.startsWith("/") ? `${from}: a proxy to ${to}` : null
}

function throwFirstError(errors: unknown[], file: string) {
  const [firstError] = errors
  if (!firstError) return
  const reason = firstError instanceof Error ? firstError.message : String(firstError)
  throw new StartFailure(`${file} cannot be read: ${reason}. Fix it and start again.`)
}

async function readRules(files: { redirectsFiles?: string[]; netlifyConfigPath?: string }) {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [],
    ...files,
    configRedirects: [],
    minimal: false,
  })
  throwFirstError(errors, "netlify.toml or _redirects")
  return z.array(Rule).parse(redirects)
}

/** Reads the redirects of a built site, which have priority over the redirects of netlify.toml. */
export const readBuiltRedirects = async (file: string): Promise<Redirect[]> =>
  (await readRules({ redirectsFiles: [file] })).map(toRedirect)

/** Reads the redirects of netlify.toml. Throws {@link StartFailure} for an invalid redirect. */
export async function readRedirects(root: string): Promise<Rules> {
  const rules = await readRules({ netlifyConfigPath: join(root, "netlify.toml") })
  return {
    redirects: rules.filter((rule) => !getUnsupportedReason(rule)).map(toRedirect),
    unsupported: rules.flatMap((rule) => getUnsupportedReason(rule) ?? []),
  }
}

/** Returns the headers of a path, with names in lower case. Later rules have priority. */
export type HeaderFinder = (path: string) => Record<string, string>

export async function readHeaders(root: string, file: string): Promise<HeaderFinder> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [file],
    netlifyConfigPath: join(root, "netlify.toml"),
    configHeaders: [],
    minimal: false,
  })
  throwFirstError(errors, "netlify.toml or _headers")
  return (path) =>
    Object.fromEntries(
      headers
        .filter((rule) => "forRegExp" in rule && rule.forRegExp.test(path))
        .flatMap(({ values }) => Object.entries(values))
        .map(([name, value]) => [name.toLowerCase(), value]),
    )
}
