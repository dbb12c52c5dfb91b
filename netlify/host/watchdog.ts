/** For what must not outlive this process, however that ends. */
import { spawn } from "node:child_process"
import { Socket } from "node:net"

// `cat` returns when our end of the pipe is closed, by us or by the system after a kill -9.
const SCRIPT = 'cat; kill -QUIT "$1" && sleep 1; shift; rm -rf "$@"'

/** Ends the process and removes the folders once this process is gone; the answer calls that off. */
export function endWithUs(pid: number, ...folders: string[]): () => void {
  if (process.platform === "win32") return () => {}
  const watchdog = spawn("/bin/sh", ["-c", SCRIPT, "sh", String(pid), ...folders], {
    // Out of reach of the Ctrl-C that ends us.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  })
  watchdog.unref()
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref()
  return () => void watchdog.kill("SIGKILL")
}
