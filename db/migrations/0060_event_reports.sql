-- Events can be reported and hidden. A case has one answer for the members who reported and another one for the
-- member whose content it is, who may also get no email for now.

alter table events add column hidden_at timestamptz;
create index events_hidden on events (hidden_at) where hidden_at is not null;

drop index report_cases_by_time;
drop index report_cases_by_status;
drop index report_cases_by_kind;

alter table report_cases
  add column event_id uuid references events on delete cascade,
  -- The answer to the member whose content it is; `reply` goes to the members who reported it.
  add column owner_reply text check (length(btrim(owner_reply)) between 1 and 1000),
  -- When that member was emailed; null while they know nothing of the case.
  add column owner_informed_at timestamptz,
  -- One of its reports says that a child may be in danger.
  add column child_danger boolean not null default false,
  drop constraint report_cases_kind_check,
  drop constraint report_cases_check,
  drop constraint report_cases_check1;
alter table report_cases
  -- What the queue is sorted by, newest and oldest first: open cases about a child in danger lead both orders.
  add column newest_key timestamptz not null generated always as (
    (last_report_at at time zone 'utc'
      + case when child_danger and status = 'open' then interval '1000 years' else interval '0' end)
      at time zone 'utc'
  ) stored,
  add column oldest_key timestamptz not null generated always as (
    (last_report_at at time zone 'utc'
      - case when child_danger and status = 'open' then interval '1000 years' else interval '0' end)
      at time zone 'utc'
  ) stored,
  add check (kind in ('team', 'post', 'profile', 'event')),
  add check (num_nonnulls(team_id, post_id, profile_id, event_id) = 1),
  add check (
    case kind when 'team' then team_id when 'post' then post_id when 'event' then event_id else profile_id end
      is not null
  );
-- Until now both sides got the same answer, at once.
update report_cases set owner_reply = reply, owner_informed_at = decided_at where status = 'hidden';
alter table report_cases
  add check (status = 'hidden' or owner_informed_at is null),
  add check (owner_informed_at is not null or owner_reply is null);

create unique index one_open_case_of_event on report_cases (event_id) where status = 'open';
create index report_cases_of_event on report_cases (event_id) where event_id is not null;
create index report_cases_newest on report_cases (newest_key desc, id desc);
create index report_cases_oldest on report_cases (oldest_key, id);
create index report_cases_newest_of_status on report_cases (status, newest_key desc, id desc);
create index report_cases_oldest_of_status on report_cases (status, oldest_key, id);
create index report_cases_newest_of_kind on report_cases (kind, newest_key desc, id desc);
create index report_cases_oldest_of_kind on report_cases (kind, oldest_key, id);

alter table reports drop constraint reports_reason_check;
alter table reports add check (reason in (
  'child_danger', 'spam', 'bullying', 'sexual', 'violence', 'personal_data', 'impersonation', 'copyright', 'other'
));

drop function if exists decide_report_case(uuid, text, text, timestamptz) cascade;
drop function if exists admin_report_cases(uuid[]) cascade;
drop function if exists get_safe_events() cascade;
