-- Limits, counted here so that they hold whichever instance answers.

-- Whose attempt it is stands here as a hash alone: addresses are personal.
create table attempts (
  action text not null,
  subject bytea not null check (length(subject) = 32),
  moments timestamptz[] not null default '{}',
  last_at timestamptz not null default now(),
  primary key (action, subject)
);
create index attempts_by_time on attempts (last_at);
alter table attempts enable row level security;

create function attempt_subject(who text) returns bytea
language sql immutable
as $$ select sha256(convert_to(lower(who), 'UTF8')) $$;

-- Counts an attempt if fewer than `most` were made within `span`, and returns 0; otherwise the seconds
-- until one is free. The row's lock makes attempts at the same moment take turns.
create function take_attempt(what text, who text, most integer, span interval) returns integer
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
  return greatest(1, ceil(extract(epoch from
    known[cardinality(known) - most + 1] + span - moment)))::integer;
end $$;
revoke execute on function take_attempt(text, text, integer, interval) from public;
grant execute on function take_attempt(text, text, integer, interval) to daina_app;

-- After a success nothing speaks against the next try.
create function forget_attempts(what text, who text) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from attempts where action = what and subject = attempt_subject(who) $$;
revoke execute on function forget_attempts(text, text) from public;
grant execute on function forget_attempts(text, text) to daina_app;

-- No limit looks back further than an hour.
create function delete_old_attempts() returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from attempts where last_at < now() - interval '1 hour' $$;
revoke execute on function delete_old_attempts() from public;
grant execute on function delete_old_attempts() to daina_app;
