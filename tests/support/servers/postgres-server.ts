import type { TestProject } from "vitest/node"
import { migrate } from "../../../db/migrate.ts"
import { closePools } from "../../../db/plain-postgres.ts"
import { startThrowawayPostgres } from "../../../netlify/host/postgres/postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    ownerUrl: string
    appUrl: string
    authUrl: string
    buildUrl: string
    superuserUrl: string
  }
}

export default async function setup(project: TestProject) {
  const postgres = await startThrowawayPostgres()
  await migrate(postgres)
  // A database with open connections cannot be copied.
  await closePools()
  project.provide("ownerUrl", postgres.ownerUrl)
  project.provide("appUrl", postgres.appUrl)
  project.provide("authUrl", postgres.authUrl)
  project.provide("buildUrl", postgres.buildUrl)
  project.provide("superuserUrl", postgres.superuserUrl)
  return postgres.stop
}
