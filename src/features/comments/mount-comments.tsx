import { createRoot } from "react-dom/client"
import { ThreadView } from "./ThreadView.tsx"
import { createThread } from "./thread.ts"

/** Replaces the content of the container with the thread of signed-in members. Returns a function that removes it. */
export function mountComments(container: HTMLElement, contentId: string): () => void {
  container.replaceChildren()
  const root = createRoot(container)
  root.render(<ThreadView thread={createThread(contentId)} />)
  return () => root.unmount()
}
