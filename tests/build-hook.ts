/** Stands in for Netlify's build hook, and our host's. */
import { createServer } from "node:http"
import { afterAll, beforeAll } from "vitest"

/** Listens while a file's tests run; `calls` are the methods it was called with, `fail` makes it answer 500. */
export function listenForBuilds() {
  const hook = { calls: [] as string[], fail: false }
  const server = createServer((request, response) => {
    hook.calls.push(request.method ?? "")
    response.writeHead(hook.fail ? 500 : 202).end()
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    if (address && typeof address === "object") {
      process.env.BUILD_HOOK_URL = `http://127.0.0.1:${address.port}/hook`
    }
  })
  afterAll(() => {
    delete process.env.BUILD_HOOK_URL
    server.close()
  })
  return hook
}
