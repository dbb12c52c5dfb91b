import { createRoot } from "react-dom/client"
import { ThreadView } from "./ThreadView.tsx"
import { createThread } from "./thread.ts"

export function mountComments(container: HTMLElement, subject: string): () => void {
  container.replaceChildren()
  const root = createRoot(container)
  root.render(<ThreadView thread={createThread(subject)} />)
  return () => root.unmount()
}
