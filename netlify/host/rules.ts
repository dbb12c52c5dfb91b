/** The redirects and headers of netlify.toml, and the headers of a build's `_headers`. */
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
  /** Where to: a path, or an address elsewhere; `null` when the rule does not match. */
  target(path: string): string | null
  status: number
  /** Applies even where a file exists. */
  isForced: boolean
}

export interface Rules {
  redirects: Redirect[]
  /** Rules that only Netlify honours, for the person who starts the host. */
  notes: string[]
}

/** A decoded path as it stands in a URL. */
export const encodePath = (path: string) =>
  encodeURI(path).replace(/[?#]/g, (character) => encodeURIComponent(character))

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

function matcher(from: string): RegExp {
  const parts = from.split("/").filter(Boolean)
  const pattern = parts.map((part, index) => {
    // A splat matches nothing too: `/en/*` takes `/en`.
    if (part === "*" && index === parts.length - 1) return "(?:/(?<splat>.*))?"
    if (part.startsWith(":")) return `/(?<${part.slice(1)}>[^/]+)`
    return `/${escapeRegExp(part)}`
  })
  return new RegExp(`^${pattern.join("")}/?$`)
}

/** The beginning of all paths that a rule takes. */
const literalStart = (from: string) => from.replace(/\/?([*:].*)?$/, "")

function redirectOf({ from, to, status, force }: Rule): Redirect {
  const pattern = matcher(from)
  const start = literalStart(from)
  return {
    status,
    isForced: force,
    target(path) {
      // Each path is compared with all rules, and a build brings fifteen for each former address of a team.
      if (!path.startsWith(start)) return null
      const groups = pattern.exec(path)?.groups
      if (!groups && !pattern.test(path)) return null
      const target = to.replace(/:(\w+)/g, (placeholder, name) =>
        groups && name in groups ? encodePath(groups[name] ?? "") : placeholder,
      )
      // `//elsewhere.example` would leave the site.
      return to.startsWith("/") ? target.replace(/^[/\\]+/, "/") : target
    },
  }
}

function whyUnsupported({ from, to, status, conditions, query }: Rule): string | null {
  const isRewrite = status < 300 || status >= 400
  if (Object.keys(conditions).length > 0) return `${from}: conditions`
  if (Object.keys(query).length > 0) return `${from}: query parameters`
  return isRewrite && !to.startsWith("/") ? `${from}: a proxy to ${to}` : null
}

function failOn(errors: unknown[], file: string) {
  const [first] = errors
  if (!first) return
  const reason = first instanceof Error ? first.message : String(first)
  throw new StartFailure(`${file} cannot be read: ${reason}. Correct it and start again.`)
}

async function rulesIn(files: { redirectsFiles?: string[]; netlifyConfigPath?: string }) {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [],
    ...files,
    configRedirects: [],
    minimal: false,
  })
  failOn(errors, "netlify.toml or _redirects")
  return z.array(Rule).parse(redirects)
}

/** The redirects that a build brought, which go before those of netlify.toml. */
export const builtRedirects = async (file: string): Promise<Redirect[]> =>
  (await rulesIn({ redirectsFiles: [file] })).map(redirectOf)

/** Reads netlify.toml's redirects; throws {@link StartFailure} for one that cannot be read. */
export async function readRedirects(root: string): Promise<Rules> {
  const rules = await rulesIn({ netlifyConfigPath: join(root, "netlify.toml") })
  return {
    redirects: rules.filter((rule) => !whyUnsupported(rule)).map(redirectOf),
    notes: rules.flatMap((rule) => whyUnsupported(rule) ?? []),
  }
}

/** Finds a path's headers: names in lower case, later rules win. */
export type HeadersOf = (path: string) => Record<string, string>

/** Reads the headers of netlify.toml and of a build's file. */
export async function readHeaders(root: string, file: string): Promise<HeadersOf> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [file],
    netlifyConfigPath: join(root, "netlify.toml"),
    configHeaders: [],
    minimal: false,
  })
  failOn(errors, "netlify.toml or _headers")
  return (path) =>
    Object.fromEntries(
      headers
        .filter((rule) => "forRegExp" in rule && rule.forRegExp.test(path))
        .flatMap(({ values }) => Object.entries(values))
        .map(([name, value]) => [name.toLowerCase(), value]),
    )
}
