-- One row with the version of the public content. Triggers raise the version with each change.
create table content_state (
  singleton boolean primary key default true check (singleton),
  version bigint not null default 1,
  changed_at timestamptz not null default now(),
  -- The newest version that a build must include without waiting for BUILD_INTERVAL.
  urgent_version bigint not null default 0
);
insert into content_state default values;
alter table content_state enable row level security;

-- One row per build. The status 'requested' exists only on Netlify: our own host keeps requests in memory.
create table builds (
  id bigint generated always as identity primary key,
  content_version bigint not null,
  status text not null default 'running' check (status in ('requested', 'running', 'succeeded', 'failed')),
  phase text,
  pages integer check (pages >= 0),
  -- Both columns are null until the build knows its failed pages. `failed_pages` is an array of {path, reason, since}.
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
