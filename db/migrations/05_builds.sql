create table content_state (
  singleton boolean primary key default true check (singleton),
  version bigint not null default 1,
  changed_at timestamptz not null default now(),
  -- The newest version that a build must include without waiting for BUILD_INTERVAL.
  urgent_version bigint not null default 0
);
insert into content_state default values;
alter table content_state enable row level security;

-- Only Netlify stores requests here: our own host keeps them in memory.
create table builds (
  id bigint generated always as identity primary key,
  content_version bigint not null,
  status text not null default 'running' check (status in ('requested', 'running', 'succeeded', 'failed')),
  phase text,
  pages integer check (pages >= 0),
  -- `failed_pages` has {path, reason, since}; both columns are null until known.
  failed_count integer check (failed_count >= 0),
  failed_pages jsonb check (jsonb_typeof(failed_pages) = 'array'),
  error text,
  started_at timestamptz not null default now(),
  finished_at timestamptz check (finished_at >= started_at),
  retry_at timestamptz,
  check ((status in ('requested', 'running')) = (finished_at is null)),
  check ((failed_count is null) = (failed_pages is null))
);
alter table builds enable row level security;
