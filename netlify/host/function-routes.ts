/** Finds the functions of a folder, and which one answers a path. */
import { readdir } from "node:fs/promises"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Config, Context } from "@netlify/functions"
import { reasonOf, StartFailure } from "./start-failure.ts"

export type Handler = (request: Request, context: Context) => unknown

export interface HostedFunction {
  name: string
  handler: Handler
  config: Config
}

export interface Match {
  hosted: HostedFunction
  params: Record<string, string>
}

interface FunctionModule {
  default?: unknown
  config?: Config
}

const SOURCE = /^(?!.*\.(d|test)\.ts$)[\w-]+\.ts$/

const isHandler = (value: unknown): value is Handler => typeof value === "function"

async function load(path: string): Promise<HostedFunction> {
  const name = basename(path, ".ts")
  try {
    const module: FunctionModule = await import(pathToFileURL(path).href)
    if (!isHandler(module.default)) throw new Error("it has no default export that is a function")
    return { name, handler: module.default, config: module.config ?? {} }
  } catch (error) {
    throw new StartFailure(
      `The function ${path} cannot be loaded: ${reasonOf(error)}. Correct it and start again.`,
      { cause: error },
    )
  }
}

/** Loads every function of the folder; throws {@link StartFailure} for one that cannot be. */
export async function loadFunctions(folder: string): Promise<HostedFunction[]> {
  const names = (await readdir(folder)).filter((name) => SOURCE.test(name)).sort()
  return Promise.all(names.map((name) => load(join(folder, name))))
}

const listOf = (value: string | string[] | undefined) => [value ?? []].flat()

const patternOf = (pathname: string) => new URLPattern({ pathname }, { ignoreCase: true })

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, "") : path)

// Netlify lets literal paths and patterns overlap; the longer, hence narrower, pattern is asked first.
const narrowestFirst = (one: { path: string }, other: { path: string }) =>
  Number(/[:*({]/.test(one.path)) - Number(/[:*({]/.test(other.path)) ||
  other.path.length - one.path.length

/** Says which function answers a method and a (still encoded) path: as on Netlify, case does not count. */
export function routesOf(functions: HostedFunction[]) {
  const routes = functions
    .flatMap((hosted) =>
      listOf(hosted.config.path).map((path) => ({
        hosted,
        path,
        pattern: patternOf(path),
        excluded: listOf(hosted.config.excludedPath).map(patternOf),
        methods: new Set<string>(listOf(hosted.config.method)),
      })),
    )
    .sort(narrowestFirst)

  return (method: string, pathname: string): Match | null => {
    const path = withoutSlash(pathname)
    for (const { hosted, pattern, excluded, methods } of routes) {
      if (methods.size > 0 && !methods.has(method)) continue
      const found = pattern.exec({ pathname: path })
      if (!found || excluded.some((other) => other.test({ pathname: path }))) continue
      const groups = Object.entries(found.pathname.groups)
      return {
        hosted,
        params: Object.fromEntries(groups.map(([key, value]) => [key, value ?? ""])),
      }
    }
    return null
  }
}
