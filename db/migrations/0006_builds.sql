-- What the prebuilt site is made from has a version; a build knows which one it read, and builds leave a record.

create table content_state (
  singleton boolean primary key default true check (singleton),
  version bigint not null default 1,
  changed_at timestamptz not null default now(),
  -- A build that was requested and has not begun. On Netlify alone: our own host keeps that in memory.
  build_requested_at timestamptz,
  -- Requests in a row that no build followed: the builder fails before it can tell.
  build_requests_lost integer not null default 0
);
insert into content_state default values;
alter table content_state enable row level security;

create table builds (
  id bigint generated always as identity primary key,
  content_version bigint not null,
  status text not null default 'running' check (status in ('running', 'succeeded', 'failed')),
  phase text,
  pages integer check (pages >= 0),
  error text,
  started_at timestamptz not null default now(),
  finished_at timestamptz check (finished_at >= started_at),
  retry_at timestamptz,
  check ((status = 'running') = (finished_at is null))
);
alter table builds enable row level security;
