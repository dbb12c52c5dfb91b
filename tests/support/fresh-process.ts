/** Restores the environment, real timers and stubbed globals before each test file: the files share a process. */
import { vi } from "vitest"

const shared: typeof globalThis & { environment?: NodeJS.ProcessEnv } = globalThis
shared.environment ??= { ...process.env }

vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
for (const name of Object.keys(process.env)) {
  if (!(name in shared.environment)) delete process.env[name]
}
Object.assign(process.env, shared.environment)
