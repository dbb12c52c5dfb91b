-- Changes by super admins and other staff, and deleted accounts. Triggers and functions write the rows.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  target_id uuid,
  before jsonb,
  after jsonb,
  reason text check (length(reason) <= 500),
  -- The names at the time of the change, because members and teams may be renamed or deleted later.
  actor_name text,
  target_name text
);
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_of_actor on audit_log (actor_id);
create index audit_log_of_target on audit_log (target_id);
alter table audit_log enable row level security;
