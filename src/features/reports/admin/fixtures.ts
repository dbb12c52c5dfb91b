import type { CaseDetail } from "./case.ts"

const TIME = "2026-05-01T10:00:00.000Z"

export const makeCase = (overrides: Partial<CaseDetail> = {}): CaseDetail => ({
  id: "c1",
  kind: "post",
  target_id: "p1",
  title: "Cheap tickets",
  excerpt: "Write to me.",
  event: null,
  team: { name: "Mēness", slug: "meness" },
  thread: null,
  owner: { id: "u1", display_name: "Anna" },
  is_hidden: false,
  reports: 1,
  reasons: { spam: 1 },
  status: "open",
  reply: null,
  owner_reply: null,
  owner_informed_at: null,
  opened_at: TIME,
  last_report_at: TIME,
  decided_at: null,
  decided_by: null,
  updated_at: TIME,
  items: [],
  ...overrides,
})
