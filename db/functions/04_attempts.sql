create or replace function attempt_subject(who text) returns bytea
language sql immutable
as $$ select sha256(convert_to(lower(who), 'UTF8')) $$;

-- Counts an attempt if fewer than `most` were made within `span`, and returns 0; otherwise the seconds
-- until one is free. The row's lock makes attempts at the same moment take turns.
create or replace function take_attempt(what text, who text, most integer, span interval) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  key bytea := attempt_subject(who);
  known timestamptz[];
  moment timestamptz;
begin
  loop
    insert into attempts (action, subject) values (what, key) on conflict do nothing;
    select moments into known from attempts where action = what and subject = key for update;
    -- Not there when it was cleared away in between.
    exit when found;
  end loop;
  moment := clock_timestamp();
  known := array(select m from unnest(known) as m where m > moment - span order by m);
  if cardinality(known) < most then
    update attempts set moments = known || moment, last_at = moment
    where action = what and subject = key;
    return 0;
  end if;
  perform note_lock_out(what, who);
  return greatest(1, ceil(extract(epoch from
    known[cardinality(known) - most + 1] + span - moment)))::integer;
end $$;
grant execute on function take_attempt(text, text, integer, interval) to daina_app;

-- After a success nothing speaks against the next try.
create or replace function forget_attempts(what text, who text) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from attempts where action = what and subject = attempt_subject(who) $$;
grant execute on function forget_attempts(text, text) to daina_auth;

-- Takes back the newest attempt under each of these limits ([{action, who}, …]): what succeeded was no guess.
create or replace function give_back_attempts(given jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare one record;
begin
  -- One after the other, as they were taken: two who lock the same rows do so in the same order.
  for one in select action, who from jsonb_to_recordset(given) as g(action text, who text) loop
    update attempts set moments = moments[:cardinality(moments) - 1]
    where action = one.action and subject = attempt_subject(one.who);
  end loop;
end $$;
grant execute on function give_back_attempts(jsonb) to daina_auth;

-- A preview's link that showed something. A function of its own: who could give back any attempt would guess
-- at passwords without an end.
create or replace function give_back_preview(who text) returns void
language sql security definer set search_path = public, pg_temp
as $$ select give_back_attempts(jsonb_build_array(jsonb_build_object('action', 'preview', 'who', who))) $$;
grant execute on function give_back_preview(text) to daina_app;

-- Counts an attempt under several limits ([{action, who, most, span}, …]), or under none when one of them
-- is used up: then `held_by` is its action, and `wait` the seconds until one is free. The rows stay locked
-- to the end of the transaction, so that nobody sees what is taken back here.
create or replace function take_attempts(wanted jsonb) returns table (wait integer, held_by text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  one record;
  taken jsonb := '[]';
begin
  for one in
    select action, who, most, span
    from jsonb_to_recordset(wanted) as w(action text, who text, most integer, span interval)
  loop
    wait := take_attempt(one.action, one.who, one.most, one.span);
    if wait > 0 then
      perform give_back_attempts(taken);
      held_by := one.action;
      return next;
      return;
    end if;
    taken := taken || to_jsonb(one);
  end loop;
  wait := 0;
  return next;
end $$;
grant execute on function take_attempts(jsonb) to daina_app;

-- Limits of a day look back that long, all others an hour at most.
create or replace function delete_old_attempts() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from attempts
  where last_at < now() - case when action like '%-a-day' then interval '1 day' else interval '1 hour' end
$$;
grant execute on function delete_old_attempts() to daina_app;
