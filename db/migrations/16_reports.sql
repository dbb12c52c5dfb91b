-- Reports of content by members, grouped into cases for super admins. The tables have no policies: only definer
-- functions read them, because other members must not learn who reported.

create table report_cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('team', 'post', 'profile', 'event')),
  team_id uuid references teams on delete cascade,
  post_id uuid references team_posts on delete cascade,
  profile_id uuid references profiles on delete cascade,
  event_id uuid references events on delete cascade,
  title text not null,
  status text not null default 'open' check (status in ('open', 'hidden', 'dismissed')),
  reports integer not null default 0 check (reports >= 0),
  -- True if a reporter stated that a child is in danger.
  child_danger boolean not null default false,
  -- The answer to the reporters, and the answer to the owner of the reported content.
  reply text check (length(btrim(reply)) between 1 and 1000),
  owner_reply text check (length(btrim(owner_reply)) between 1 and 1000),
  owner_informed_at timestamptz,
  opened_at timestamptz not null default date_trunc('milliseconds', now()),
  last_report_at timestamptz not null default date_trunc('milliseconds', now()),
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Sort keys of the queue. Open cases about a child in danger come first in both orders.
  newest_key timestamptz not null generated always as (
    (last_report_at at time zone 'utc'
      + case when child_danger and status = 'open' then interval '1000 years' else interval '0' end)
      at time zone 'utc'
  ) stored,
  oldest_key timestamptz not null generated always as (
    (last_report_at at time zone 'utc'
      - case when child_danger and status = 'open' then interval '1000 years' else interval '0' end)
      at time zone 'utc'
  ) stored,
  check (num_nonnulls(team_id, post_id, profile_id, event_id) = 1),
  check (
    case kind when 'team' then team_id when 'post' then post_id when 'event' then event_id else profile_id end
      is not null
  ),
  check ((status = 'open') = (decided_at is null)),
  check (decided_at is not null or (decided_by is null and reply is null)),
  check (status = 'hidden' or owner_informed_at is null),
  check (owner_informed_at is not null or owner_reply is null)
);
create unique index one_open_case_of_team on report_cases (team_id) where status = 'open';
create unique index one_open_case_of_post on report_cases (post_id) where status = 'open';
create unique index one_open_case_of_profile on report_cases (profile_id) where status = 'open';
create unique index one_open_case_of_event on report_cases (event_id) where status = 'open';
create index report_cases_of_team on report_cases (team_id) where team_id is not null;
create index report_cases_of_post on report_cases (post_id) where post_id is not null;
create index report_cases_of_profile on report_cases (profile_id) where profile_id is not null;
create index report_cases_of_event on report_cases (event_id) where event_id is not null;
create index report_cases_decided_by on report_cases (decided_by);
create index report_cases_newest on report_cases (newest_key desc, id desc);
create index report_cases_oldest on report_cases (oldest_key, id);
create index report_cases_newest_of_status on report_cases (status, newest_key desc, id desc);
create index report_cases_oldest_of_status on report_cases (status, oldest_key, id);
create index report_cases_newest_of_kind on report_cases (kind, newest_key desc, id desc);
create index report_cases_oldest_of_kind on report_cases (kind, oldest_key, id);
create index report_cases_by_title on report_cases (plain_text(title), id);
create index report_cases_by_words on report_cases using gin (plain_text(title) gin_trgm_ops)
  with (fastupdate = off);
alter table report_cases enable row level security;

create table reports (
  id bigint generated always as identity primary key,
  case_id uuid not null references report_cases on delete cascade,
  reporter_id uuid references users on delete set null,
  reason text not null check (reason in (
    'child_danger', 'spam', 'bullying', 'sexual', 'violence', 'personal_data', 'impersonation', 'copyright', 'other'
  )),
  details text check (length(btrim(details)) between 1 and 1000),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (case_id, reporter_id),
  check (reason <> 'other' or details is not null or reporter_id is null)
);
create index reports_of_member on reports (reporter_id);
alter table reports enable row level security;
