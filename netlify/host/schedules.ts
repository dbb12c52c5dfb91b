/** Runs the functions that have a schedule. */
import { Cron } from "croner"
import type { HostedFunction } from "./function-routes.ts"

type Run = (hosted: HostedFunction, nextRun: string | null) => Promise<void>

/** Starts the schedules, in UTC as on Netlify; a run that is not done yet is not started again. */
export function startSchedules(functions: HostedFunction[], run: Run): { stop(): void } {
  const jobs = functions.flatMap((hosted) => {
    const { schedule } = hosted.config
    if (!schedule) return []
    const options = { timezone: "Etc/UTC", protect: true, unref: true }
    return new Cron(schedule, options, (job: Cron) =>
      run(hosted, job.nextRun()?.toISOString() ?? null),
    )
  })
  return {
    stop() {
      for (const job of jobs) job.stop()
    },
  }
}
