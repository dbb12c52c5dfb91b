-- Rate limits. Callers only name a limit. Its numbers are defined here, so that database logins cannot choose them.

-- Returns a limit's maximum number of attempts and its time span. db/queries/accounts/attempts.ts describes each limit.
create or replace function get_attempt_limit(limit_name text) returns table (max_attempts integer, span interval)
language sql stable
as $$
  select l.max_attempts, l.span from (values
    -- High enough for a school or a venue whose visitors share one IP address.
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
    -- Super admins upload the pictures of articles.
    ('pictures-a-day', case when is_super_admin() then 500 else 100 end, interval '1 day'),
    -- Reading a calendar may fetch an address and take seconds of processor time.
    ('import', case when is_super_admin() or exists (
      select from users where id = current_viewer() and vetted_at is not null) then 30 else 5 end, interval '1 hour'),
    ('comment', 10, interval '10 minutes'),
    ('test_email', 20, interval '1 hour'),
    ('test_push', 20, interval '1 hour'),
    ('role_update', 10, interval '5 minutes'),
    ('user_delete', 10, interval '5 minutes'),
    ('send_retry', 30, interval '5 minutes')
  ) as l (name, max_attempts, span)
  where l.name = limit_name
$$;

-- Returns the hash under which the attempts of an account or network address are stored.
create or replace function hash_attempt_subject(subject_text text) returns bytea
language sql immutable
as $$ select sha256(convert_to(lower(subject_text), 'UTF8')) $$;

-- Locks a row of attempts and returns the times of its attempts within `span`, oldest first.
create or replace function lock_attempts(limit_name text, key bytea, span interval) returns timestamptz[]
language plpgsql
as $$
declare all_moments timestamptz[];
begin
  loop
    insert into attempts (action, subject) values (limit_name, key) on conflict do nothing;
    select moments into all_moments from attempts where action = limit_name and subject = key for update;
    -- delete_expired_rows() may have removed the row in between.
    exit when found;
  end loop;
  return array(select m from unnest(all_moments) as m where m > clock_timestamp() - span order by m);
end $$;

-- Counts an attempt if fewer than `max_attempts` were made within `span`, and returns 0; otherwise returns the seconds
-- until the next attempt is possible. The row's lock serializes concurrent attempts. Other functions pass their own
-- limits; no database login may call it.
create or replace function count_attempt(
  limit_name text, subject_text text, max_attempts integer, span interval
) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  key bytea := hash_attempt_subject(subject_text);
  recent timestamptz[] := lock_attempts(limit_name, key, span);
  moment timestamptz := clock_timestamp();
begin
  if cardinality(recent) < max_attempts then
    update attempts set moments = recent || moment, last_at = moment
    where action = limit_name and subject = key;
    return 0;
  end if;
  perform record_lock_out(limit_name, subject_text);
  return greatest(1, ceil(extract(epoch from
    recent[cardinality(recent) - max_attempts + 1] + span - moment)))::integer;
end $$;

-- Counts an attempt under the limit of that name.
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

-- Counts an attempt by the viewer. daina_app can only use up limits of the member whose claim it has.
create or replace function count_own_attempt(limit_name text) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_right(current_viewer() is not null, 'only members have limits of their own');
  return count_attempt(limit_name, current_viewer()::text);
end $$;

-- Deletes all attempts under a limit, after a success.
create or replace function delete_attempts(limit_name text, subject_text text) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from attempts where action = limit_name and subject = hash_attempt_subject(subject_text) $$;

-- Removes the newest attempt under each limit ([{action, subject}, …]), because a success does not count.
create or replace function remove_latest_attempts(limits jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare attempt record;
begin
  -- In the order in which count_attempts() locked the rows, so that two concurrent calls cannot deadlock.
  for attempt in select action, subject from jsonb_to_recordset(limits) as l(action text, subject text) loop
    update attempts set moments = moments[:cardinality(moments) - 1]
    where action = attempt.action and subject = hash_attempt_subject(attempt.subject);
  end loop;
end $$;

-- Counts an attempt under each limit ([{action, subject}, …]), and returns a `wait` of 0. If one limit is used up,
-- counts under none of them, and returns the name of that limit and the seconds until the next attempt. The rows stay
-- locked until the end of the transaction, so that other transactions do not see attempts that are removed here.
create or replace function count_attempts(limits jsonb) returns table (wait integer, used_up_limit text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  attempt record;
  taken jsonb := '[]';
begin
  for attempt in select action, subject from jsonb_to_recordset(limits) as l(action text, subject text) loop
    wait := count_attempt(attempt.action, attempt.subject);
    if wait > 0 then
      perform remove_latest_attempts(taken);
      used_up_limit := attempt.action;
      return next;
      return;
    end if;
    taken := taken || to_jsonb(attempt);
  end loop;
  wait := 0;
  return next;
end $$;

-- The functions that logins may call. The other ones are called by functions and triggers only.
grant execute on function count_attempt(text, text), delete_attempts, remove_latest_attempts, count_attempts to daina_auth;
grant execute on function count_own_attempt to daina_app;
