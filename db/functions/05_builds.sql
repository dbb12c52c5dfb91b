grant select on content_state to daina_app, daina_build;
create policy everybody_reads on content_state for select to daina_app, daina_build using (true);
grant select on builds to daina_app;
create policy super_admins_read on builds for select to daina_app using ((select is_super_admin()));

-- Raises the content version. An urgent change does not wait for BUILD_INTERVAL. The update locks the only row of
-- content_state, so that a version becomes visible only when all changes up to it are committed.
create or replace function raise_version(is_urgent boolean) returns void
language sql
as $$
  update content_state
  set version = version + 1, changed_at = now(),
    urgent_version = case when is_urgent then version + 1 else urgent_version end
$$;

-- Trigger that raises the content version. The argument 'urgent' is for content that editors publish, and for content
-- that is withdrawn.
create or replace function raise_version_for_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform raise_version(coalesce(tg_argv[0] = 'urgent', false));
  return null;
end $$;

-- Raises the content version after a change of an event's sign-up counts, if built pages show them: pages of public
-- events do, and the attendance appears once the event is over. A null event means that the event is not known, and
-- always raises the version. Returns whether the version was raised. The caller decides, not a trigger, because each
-- build on Netlify costs credits.
create or replace function raise_version_for_signup_counts(event uuid, is_attendance boolean) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if event is not null and not exists (
    select from events e
    where e.id = event and e.event_type = 'public' and (not is_attendance or e.end_date <= now())
  ) then
    return false;
  end if;
  perform raise_version(false);
  return true;
end $$;

-- Marks running builds as failed after their builder stopped. The retry is due at once, because editors are waiting.
create or replace function fail_running_builds() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds
  set status = 'failed', finished_at = now(), error = 'The builder stopped before it was done.', retry_at = now()
  where status = 'running'
$$;

-- Opens the record of a build. The builder is not a member: it may open records and change running ones. A build
-- reads every change that was committed before it began, so all earlier requests are deleted.
create or replace function begin_build(built_version bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare new_id bigint;
begin
  perform fail_running_builds();
  delete from builds where status = 'requested';
  insert into builds (content_version) values (built_version) returning id into new_id;
  delete from builds where id < new_id - 200;
  return new_id;
end $$;

-- Records the progress of a running build.
create or replace function record_build_progress(build bigint, new_phase text, new_pages integer) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds set phase = new_phase, pages = new_pages where id = build and status = 'running'
$$;

-- Records the pages that a running build could not render. A page keeps the time of its first failure.
create or replace function record_failed_pages(build bigint, new_count integer, new_failed jsonb) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds
  set failed_count = new_count, failed_pages = (
    select coalesce(jsonb_agg(jsonb_build_object(
      'path', page ->> 'path',
      'reason', left(page ->> 'reason', 300),
      'since', coalesce(earlier ->> 'since', to_jsonb(now()) #>> '{}')
    ) order by place), '[]')
    from jsonb_array_elements(new_failed) with ordinality as failed(page, place)
    left join jsonb_array_elements((
      select b.failed_pages from builds b
      where b.id < build and b.failed_pages is not null order by b.id desc limit 1
    )) as earlier on earlier ->> 'path' = page ->> 'path'
    where place <= 100
  )
  where id = build and status = 'running'
$$;

-- Closes the record of a build. After a failure our own host passes the time of its next try. On Netlify, where
-- builds cost money, the schedule retries after 5, 15, 45 minutes and so on, at most 6 hours.
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

-- Returns the time at which the next build is due: -infinity for immediately, null when the last build includes every
-- change. Changes that are not urgent are built once `spacing` (BUILD_INTERVAL) has passed since the last build began. A
-- build that has run for half an hour counts as lost.
create or replace function get_next_build_time(spacing interval) returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$
  select case
    when b.id is null or s.urgent_version > b.content_version
      or (b.status = 'running' and b.started_at < now() - interval '30 minutes') then '-infinity'
    else least(
      case when b.status = 'failed' then coalesce(b.retry_at, '-infinity') end,
      case when s.version > b.content_version then b.started_at + spacing end
    )
  end
  from content_state s
  left join lateral (select * from builds where status <> 'requested' order by id desc limit 1) b on true
$$;

-- Returns whether the caller should request a build now, and records the request, so that only one of several concurrent
-- callers does. Without `spacing` the build is requested even when nothing is due. A request that no build followed
-- within `lost_after` is lost, for example because the builder failed before it opened a record.
create or replace function claim_build_request(lost_after interval, spacing interval) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- The lock comes first: each statement after it sees the request or the build of a concurrent caller.
  perform from content_state for update;
  -- After a build that began a moment ago, the next run of the schedule requests another one.
  if exists (
    select from builds where started_at > now()
      - case status when 'requested' then lost_after else interval '10 seconds' end
  ) then return false; end if;
  if spacing is not null and coalesce(get_next_build_time(spacing) > now(), true) then return false; end if;
  insert into builds (content_version, status) select version, 'requested' from content_state;
  return true;
end $$;

-- Returns whether the schedule should request a build now, as claim_build_request() does. `served` is the content version of the
-- deployed site, or null if unknown: a build that is not deployed ten minutes after its end is repeated once. The time
-- after which a request counts as lost doubles with each lost request, from half an hour to six hours.
create or replace function claim_missed_build_request(served bigint, spacing interval) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare last builds;
begin
  select * into last from builds where status <> 'requested' order by id desc limit 1;
  if last.status = 'running' and last.started_at > now() - interval '30 minutes' then return false; end if;
  if coalesce(get_next_build_time(spacing) > now(), true) then
    if last.status <> 'succeeded' or last.finished_at > now() - interval '10 minutes'
      or coalesce(served >= last.content_version, true)
      or (select count(*) from builds where status = 'succeeded' and content_version > served) > 1
    then
      return false;
    end if;
  end if;
  return claim_build_request(least(interval '6 hours', interval '15 minutes' * 2 ^ least(
    (select count(*) from builds where status = 'requested'), 10)), null);
end $$;

-- Withdraws the latest request, which did not reach the builder.
create or replace function withdraw_build_request() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from builds where id = (select max(id) from builds where status = 'requested')
$$;

-- The functions that logins may call. The other ones are called by functions and triggers only.
grant execute on function raise_version_for_signup_counts, fail_running_builds, begin_build, record_build_progress, record_failed_pages, end_build,
  claim_build_request, claim_missed_build_request, withdraw_build_request to daina_auth;
grant execute on function get_next_build_time to daina_app;
