-- The security log, which super admins read. An event of the kind 'refused' is a request by a member who may not call
-- the route.

grant select (id, kind, user_id, caller, detail, at, last_at, count) on security_events to daina_app;
create policy super_admins_read on security_events for select to daina_app
  using ((select is_super_admin()));

-- Returns a short keyed hash of an IP address. A hash without a key could be reversed by trying all addresses.
create or replace function hash_caller(address text) returns text
language sql stable
as $$
  select left(encode(compute_mac('caller ' || address, inner_key, outer_key), 'hex'), 12)
  from viewer_keys where address is not null order by made_at desc limit 1
$$;

-- Adds an event to the security log. An equal event within five minutes raises the count of the existing row.
create or replace function add_to_security_log(event_kind text, member uuid, caller_address text, event_detail text)
returns void
language sql
as $$
  -- Skips an event of an account that has been deleted in the meantime.
  insert into security_events as e (kind, user_id, caller, detail)
  select event_kind, member, hash_caller(caller_address), event_detail
  where member is null or exists (select from users where id = member)
  on conflict (five_minutes, kind, user_id, caller, detail)
  do update set count = e.count + 1, last_at = excluded.last_at;
$$;

-- Records that a limit of log-ins or password resets is used up. Writes at most once in ten seconds, so that attackers
-- cause few writes. `subject_text` starts with an email address, a member's id or an IP address, depending on the
-- limit.
create or replace function record_lock_out(limit_name text, subject_text text) returns void
language plpgsql
as $$
declare
  is_account_limit boolean := limit_name in ('sign-in account', 'sign-in', 'sign-in device');
  is_code_limit boolean := limit_name in ('code', 'code device');
  member uuid;
  caller_address text := case when limit_name in ('guess', 'link') then subject_text end;
begin
  if not (is_account_limit or is_code_limit or caller_address is not null) then return; end if;
  if is_account_limit then
    select id into member from users where email = split_part(subject_text, ' ', 1)::citext;
  elsif is_code_limit then
    member := split_part(subject_text, ' ', 1)::uuid;
  end if;
  if exists (
    select from security_events
    where five_minutes = date_bin('5 minutes', now(), '2000-01-01') and kind = 'locked_out'
      and user_id is not distinct from member and caller is not distinct from hash_caller(caller_address)
      and detail = limit_name and last_at > now() - interval '10 seconds'
  ) then return; end if;
  perform add_to_security_log('locked_out', member, caller_address, limit_name);
end $$;

-- Records the event. Alerts the super admins by email, at most once an hour, of a burst within five to ten minutes: 50
-- failed log-ins or codes on the site, or 20 refused requests of one member. Returns true if it queued the emails.
create or replace function record_security_event(event_kind text, member uuid, address text) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
-- Counts events of the current and the previous interval of five minutes.
declare since constant timestamptz := date_bin('5 minutes', now(), '2000-01-01') - interval '5 minutes';
begin
  perform add_to_security_log(event_kind, member, address, null);
  if not (
    (
      select coalesce(sum(count), 0) from security_events
      where five_minutes >= since and kind in ('sign_in_failed', 'code_failed')
    ) >= 50 or exists (
      select from security_events where five_minutes >= since and kind = 'refused'
      group by user_id having sum(count) >= 20
    )
  ) then return false; end if;
  perform pg_advisory_xact_lock(hashtext('security alert'));
  if exists (
    select from mails where kind = 'security_alert' and created_at > now() - interval '1 hour'
  ) then return false; end if;
  insert into mails (user_id, kind, language)
  select u.id, 'security_alert', u.language
  from user_roles r join users u on u.id = r.user_id
  where r.role = 'super_admin' and u.email_verified_at is not null and u.blocked_at is null;
  return found;
end $$;

-- Returns events that the server must write to its log, and marks them as logged. Concurrent calls get different rows.
create or replace function claim_unlogged_security_events(max_rows integer)
returns table (
  id bigint, kind text, user_id uuid, caller text, detail text, at timestamptz, last_at timestamptz,
  count integer
)
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select e.id from security_events e where e.logged < e.count
    order by e.id limit max_rows for update skip locked
  )
  update security_events e set logged = e.count from due where e.id = due.id
  returning e.id, e.kind, e.user_id, e.caller, e.detail, e.at, e.last_at, e.count
$$;

-- The trigger's argument is the kind of the event.
create or replace function record_security_event_of_row() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare row_data jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform add_to_security_log(
    tg_argv[0],
    coalesce(row_data ->> 'user_id', row_data ->> 'id')::uuid,
    null,
    case tg_argv[0]
      when 'signed_in' then row_data ->> 'method'
      when 'role_changed' then case when tg_op = 'DELETE' then 'user' else row_data ->> 'role' end
      when 'newsroom_changed' then case when tg_op = 'DELETE' then 'none' else row_data ->> 'kind' end
      when 'factor_changed' then
        case when tg_table_name = 'passkeys' then 'passkey_' else '' end
        || case when tg_op = 'DELETE' then 'off' else 'on' end
    end
  );
  return null;
end $$;
create trigger security_event after insert on sessions
  for each row execute function record_security_event_of_row('signed_in');
create trigger security_event after insert on mails
  for each row when (new.kind = 'reset_password') execute function record_security_event_of_row('reset_requested');
create trigger security_event_password after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash)
  execute function record_security_event_of_row('password_changed');
create trigger security_event_blocked after update of blocked_at on users
  for each row when (old.blocked_at is null and new.blocked_at is not null)
  execute function record_security_event_of_row('blocked');
create trigger security_event_unblocked after update of blocked_at on users
  for each row when (old.blocked_at is not null and new.blocked_at is null)
  execute function record_security_event_of_row('unblocked');
create trigger security_event after insert or update of role or delete on user_roles
  for each row execute function record_security_event_of_row('role_changed');
create trigger security_event after insert or update of kind, languages, may_publish or delete on news_grants
  for each row execute function record_security_event_of_row('newsroom_changed');
create trigger security_event after update of confirmed_at on second_factors
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function record_security_event_of_row('factor_changed');
create trigger security_event_off after delete on second_factors
  for each row when (old.confirmed_at is not null) execute function record_security_event_of_row('factor_changed');
create trigger security_event after insert or delete on passkeys
  for each row execute function record_security_event_of_row('factor_changed');

grant execute on function record_security_event, claim_unlogged_security_events to daina_auth;
