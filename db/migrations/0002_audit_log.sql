-- What administrators did, written by triggers in the act's own transaction. Nobody edits it: daina_app
-- may read it as a super admin, and no more.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  target_id uuid,
  before jsonb,
  after jsonb
);
create index audit_log_by_time on audit_log (at desc, id desc);
alter table audit_log enable row level security;
create policy super_admins_read on audit_log for select to daina_app
  using ((select is_super_admin()));
grant select on audit_log to daina_app;

-- Trigger arguments: the columns to leave out of before and after (long texts that the row itself keeps).
create function write_audit_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into audit_log (actor_id, action, target_id, before, after)
  values (
    current_viewer(),
    tg_table_name || '.' || lower(tg_op),
    case when tg_op = 'DELETE' then old.id else new.id end,
    case when tg_op <> 'INSERT' then to_jsonb(old) - tg_argv end,
    case when tg_op <> 'DELETE' then to_jsonb(new) - tg_argv end
  );
  return null;
end $$;
revoke execute on function write_audit_row() from public;
