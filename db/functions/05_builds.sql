grant select on content_state to daina_app, daina_build;
create policy everybody_reads on content_state for select to daina_app, daina_build using (true);
grant select on builds to daina_app;
create policy super_admins_read on builds for select to daina_app using ((select is_super_admin()));

-- One row, so that two publishers take turns: a version is only seen once all that it counts is committed.
create or replace function raise_content_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update content_state set version = version + 1, changed_at = now();
  return null;
end $$;

-- What ran for a builder before this one runs no more.
create or replace function close_builds() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds set status = 'failed', finished_at = now(), error = 'The builder stopped before it was done.'
  where status = 'running'
$$;
grant execute on function close_builds() to daina_app;

-- The builder is no member. It may open a record, and touch one that is still running. A build that begins
-- now reads all that was changed before: whoever requested it gets it.
create or replace function begin_build(built_version bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare new_id bigint;
begin
  perform close_builds();
  update content_state set build_requested_at = null, build_requests_lost = 0
  where build_requested_at is not null or build_requests_lost > 0;
  insert into builds (content_version) values (built_version) returning id into new_id;
  delete from builds where id < new_id - 200;
  return new_id;
end $$;
grant execute on function begin_build(bigint) to daina_app;

create or replace function note_build(build bigint, new_phase text, new_pages integer) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds set phase = new_phase, pages = new_pages where id = build and status = 'running'
$$;
grant execute on function note_build(bigint, text, integer) to daina_app;

-- After a failure our host says itself when it tries again. Elsewhere the schedule does: after 5, 15, 45
-- minutes and so on, at most 6 hours, since build minutes are counted there.
create or replace function end_build(
  build bigint, result text, new_pages integer, reason text, retry_seconds double precision
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare failures integer;
begin
  select count(*) into failures from builds
  where id <= build and id > coalesce(
    (select max(id) from builds where status = 'succeeded' and id < build), 0);
  update builds
  set status = result, finished_at = now(), pages = new_pages, error = left(reason, 4000),
    retry_at = case when result = 'failed' then now() + coalesce(
      make_interval(secs => retry_seconds),
      least(interval '5 minutes' * 3 ^ least(failures - 1, 10), interval '6 hours')) end
  where id = build and status = 'running';
end $$;
grant execute on function end_build(bigint, text, integer, text, double precision) to daina_app;

-- Whether the caller shall request a build now; if so, it is noted, so that of several at once one does. A
-- request that no build followed for so long is lost, as where a builder fails before it can tell.
create or replace function claim_build(lost_after interval) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update content_state
  set build_requests_lost = build_requests_lost + (build_requested_at is not null)::integer,
    build_requested_at = now()
  where coalesce(build_requested_at < now() - lost_after, true)
    -- The next look at what was missed takes it along.
    and not exists (select 1 from builds where started_at > now() - interval '10 seconds');
  return found;
end $$;
grant execute on function claim_build(interval) to daina_app;

-- The same for the schedule, which requests what was missed, joined with another or failed; `served` is
-- the version that readers see, where the caller has looked. A build of which nothing was heard for half an
-- hour is lost.
create or replace function claim_missed_build(served bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  wanted bigint := (select version from content_state);
  last builds;
begin
  select * into last from builds order by id desc limit 1;
  if last.status = 'running' and last.started_at > now() - interval '30 minutes' then return false; end if;
  if last.content_version >= wanted then
    if last.status = 'failed' and last.retry_at > now() then return false; end if;
    if last.status = 'succeeded' then
      -- Built, and after a while still not served: once more, then somebody has to look why.
      if served is null or served >= wanted or last.finished_at > now() - interval '10 minutes' then
        return false;
      end if;
      if (select count(*) from builds where status = 'succeeded' and content_version >= wanted) > 1 then
        return false;
      end if;
    end if;
  end if;
  return claim_build(least(interval '6 hours', interval '30 minutes' * 2 ^ least(
    (select build_requests_lost from content_state), 10)));
end $$;
grant execute on function claim_missed_build(bigint) to daina_app;

-- The builder could not be reached.
create or replace function release_build() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update content_state set build_requested_at = null
$$;
grant execute on function release_build() to daina_app;
