-- Limits of actions such as log-ins and uploads. get_attempt_limit() lists most of them. Functions in other files pass
-- the numbers of their own limit to count_attempt(), and 07_newcomers.sql has more limits per day.

-- An action is allowed `max_attempts` times within `span`. db/queries/accounts/attempts.ts describes most limits.
create or replace function get_attempt_limit(limit_name text) returns table (max_attempts integer, span interval)
language sql stable
as $$
  select l.max_attempts, l.span from (values
    -- This limit applies to an IP address, which all visitors at a school or venue may share, so the number is high.
    ('guess', 100, interval '5 minutes'),
    ('sign-in account', 20, interval '1 hour'),
    ('sign-in', 10, interval '5 minutes'),
    ('sign-in device', 10, interval '5 minutes'),
    ('code', 5, interval '15 minutes'),
    ('code device', 10, interval '15 minutes'),
    ('passkey', 300, interval '5 minutes'),
    ('sign-up', 50, interval '1 hour'),
    ('link', 20, interval '1 hour'),
    ('mail address', 50, interval '1 hour'),
    ('mail', 5, interval '1 hour'),
    ('preview', 20, interval '1 hour'),
    ('suggestion', 30, interval '1 hour'),
    ('newsletter', 30, interval '1 hour'),
    ('picture', 20, interval '10 minutes'),
    ('pictures-a-day', case when is_super_admin() then 500 else 100 end, interval '1 day'),
    -- An import may take seconds of processor time.
    ('import', case when is_super_admin() or exists (
      select from users where id = current_viewer() and vetted_at is not null) then 30 else 5 end, interval '1 hour'),
    ('comment', 10, interval '10 minutes'),
    ('mention', 100, interval '10 minutes'),
    ('test-email', 20, interval '1 hour'),
    ('test-push', 20, interval '1 hour'),
    ('role-update', 10, interval '5 minutes'),
    ('user-delete', 10, interval '5 minutes'),
    ('send-retry', 30, interval '5 minutes')
  ) as l (name, max_attempts, span)
  where l.name = limit_name
$$;

create or replace function hash_attempt_subject(subject_text text) returns bytea
language sql immutable
as $$ select sha256(convert_to(lower(subject_text), 'UTF8')) $$;

-- Locks the row of a limit and subject. Returns the times of its attempts within `span`, the oldest first.
create or replace function lock_attempts(limit_name text, key bytea, span interval) returns timestamptz[]
language plpgsql
as $$
declare all_times timestamptz[];
begin
  loop
    insert into attempts (action, subject) values (limit_name, key) on conflict do nothing;
    select moments into all_times from attempts where action = limit_name and subject = key for update;
    exit when found;
  end loop;
  return array(select t from unnest(all_times) as t where t > clock_timestamp() - span order by t);
end $$;

-- Counts an attempt if it is allowed. Returns 0, or the seconds until the next attempt is allowed. Only SQL functions
-- may call this variant, because its caller chooses the numbers.
create or replace function count_attempt(
  limit_name text, subject_text text, max_attempts integer, span interval
) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  key bytea := hash_attempt_subject(subject_text);
  recent timestamptz[] := lock_attempts(limit_name, key, span);
  attempted_at timestamptz := clock_timestamp();
begin
  if cardinality(recent) < max_attempts then
    update attempts set moments = recent || attempted_at, last_at = attempted_at
    where action = limit_name and subject = key;
    return 0;
  end if;
  perform record_lock_out(limit_name, subject_text);
  -- The next attempt is allowed when the oldest of the last `max_attempts` attempts leaves the span.
  return greatest(1, ceil(extract(epoch from
    recent[cardinality(recent) - max_attempts + 1] + span - attempted_at)))::integer;
end $$;

create or replace function count_attempt(limit_name text, subject_text text) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare found_limit record;
begin
  select * into found_limit from get_attempt_limit(limit_name);
  if not found then
    raise exception 'there is no limit %', limit_name using errcode = 'invalid_parameter_value';
  end if;
  return count_attempt(limit_name, subject_text, found_limit.max_attempts, found_limit.span);
end $$;

-- Counts an attempt of the viewer. daina_app may call no other function of this file.
create or replace function count_own_attempt(limit_name text) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_right(current_viewer() is not null, 'only members have limits of their own');
  return count_attempt(limit_name, current_viewer()::text);
end $$;

create or replace function delete_attempts(limit_name text, subject_text text) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from attempts where action = limit_name and subject = hash_attempt_subject(subject_text) $$;

-- Removes the latest attempt of each limit. `limits` is `[{action, subject}, …]`.
create or replace function remove_latest_attempts(limits jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare attempt record;
begin
  -- Locks the rows in the order of count_attempts(), so that two concurrent calls cannot deadlock.
  for attempt in select action, subject from jsonb_to_recordset(limits) as l(action text, subject text) loop
    update attempts set moments = moments[:cardinality(moments) - 1]
    where action = attempt.action and subject = hash_attempt_subject(attempt.subject);
  end loop;
end $$;

-- Counts an attempt toward all given limits. If one of the limits is used up, counts it toward none of them. `limits`
-- is `[{action, subject}, …]`.
create or replace function count_attempts(limits jsonb) returns table (wait integer, used_up_limit text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  attempt record;
  counted_attempts jsonb := '[]';
begin
  for attempt in select action, subject from jsonb_to_recordset(limits) as l(action text, subject text) loop
    wait := count_attempt(attempt.action, attempt.subject);
    if wait > 0 then
      perform remove_latest_attempts(counted_attempts);
      used_up_limit := attempt.action;
      return next;
      return;
    end if;
    counted_attempts := counted_attempts || to_jsonb(attempt);
  end loop;
  wait := 0;
  return next;
end $$;

grant execute on function count_attempt(text, text), delete_attempts, remove_latest_attempts, count_attempts to daina_auth;
grant execute on function count_own_attempt to daina_app;
