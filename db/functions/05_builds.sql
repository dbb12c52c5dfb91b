grant select on content_state to daina_app, daina_build;
create policy everybody_reads on content_state for select to daina_app, daina_build using (true);
grant select on builds to daina_app;
create policy super_admins_read on builds for select to daina_app using ((select is_super_admin()));

-- Raises the content version, so that pages built from a lower version are outdated. The update locks the row until the
-- commit, so a transaction that reads a content version also sees all changes up to this version.
create or replace function raise_version(is_urgent boolean) returns void
language sql
as $$
  update content_state
  set version = version + 1, changed_at = now(),
    urgent_version = case when is_urgent then version + 1 else urgent_version end
$$;

-- The trigger argument 'urgent' means that the build does not wait for BUILD_INTERVAL.
create or replace function raise_version_for_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform raise_version(coalesce(tg_argv[0] = 'urgent', false));
  return null;
end $$;

-- Raises the content version and returns true if built pages show the changed count; otherwise returns false. Built
-- pages show the sign-ups of public events, and the attendance of past public events. If `event` is null, counts of
-- several events have changed, and the content version is raised in each case.
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
  perform raise_version(is_urgent => false);
  return true;
end $$;

-- Marks all running builds as failed, with a retry due at once. Callers must be sure that the process of these builds
-- has ended.
create or replace function fail_running_builds() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds
  set status = 'failed', finished_at = now(), error = 'The builder stopped before it was done.', retry_at = now()
  where status = 'running'
$$;

-- Records the start of a build. Deletes requests, because the build includes their changes. Keeps the last 200 builds.
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

create or replace function record_build_progress(build bigint, new_phase text, new_pages integer) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds set phase = new_phase, pages = new_pages where id = build and status = 'running'
$$;

-- `new_failed` is `[{path, reason}, …]`; the first 100 are stored. A page that also failed in the build before keeps
-- the time of its first failure (`since`).
create or replace function record_failed_pages(build bigint, new_count integer, new_failed jsonb) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds
  set failed_count = new_count, failed_pages = (
    select coalesce(jsonb_agg(jsonb_build_object(
      'path', page ->> 'path',
      'reason', left(page ->> 'reason', 300),
      'since', coalesce(earlier ->> 'since', to_jsonb(now()) #>> '{}')
    ) order by list_position), '[]')
    from jsonb_array_elements(new_failed) with ordinality as failed(page, list_position)
    left join jsonb_array_elements((
      select b.failed_pages from builds b
      where b.id < build and b.failed_pages is not null order by b.id desc limit 1
    )) as earlier on earlier ->> 'path' = page ->> 'path'
    where list_position <= 100
  )
  where id = build and status = 'running'
$$;

-- Records the end of a build. A failed build is retried after `retry_seconds`. If this is null (on Netlify), the
-- retries follow after 5, 15, 45 minutes and so on, up to 6 hours.
create or replace function end_build(
  build bigint, result text, new_pages integer, reason text, retry_seconds double precision
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare failures integer; -- builds in a row without a success, including this one
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

-- Returns when the next build is due: -infinity if it is due now, null if the last build includes every change and did
-- not fail. `spacing` is the minimum time between the starts of two builds. It does not apply to builds for urgent
-- changes.
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

-- Records a request and returns true if the caller must start a build. Only one of several concurrent callers gets
-- true. Returns false within ten seconds after the start of a build, and while an earlier request is younger than
-- `lost_after`. Also returns false if no build is due (get_next_build_time()), unless `spacing` is null.
create or replace function claim_build_request(lost_after interval, spacing interval) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- The lock comes first, so that the next statements read what concurrent callers recorded.
  perform from content_state for update;
  if exists (
    select from builds where started_at > now()
      - case status when 'requested' then lost_after else interval '10 seconds' end
  ) then return false; end if;
  if spacing is not null and coalesce(get_next_build_time(spacing) > now(), true) then return false; end if;
  insert into builds (content_version, status) select version, 'requested' from content_state;
  return true;
end $$;

-- Records a request and returns true if the caller must start a build that is due. Also repeats a successful build once
-- if the site still shows an older content version ten minutes later, because the deploy failed. Repeats a request
-- without a build after 30 minutes, an hour and so on, up to six hours.
create or replace function claim_missed_build_request(deployed_version bigint, spacing interval) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare last_build builds;
begin
  select * into last_build from builds where status <> 'requested' order by id desc limit 1;
  if last_build.status = 'running' and last_build.started_at > now() - interval '30 minutes' then return false; end if;
  if coalesce(get_next_build_time(spacing) > now(), true) then
    if last_build.status <> 'succeeded' or last_build.finished_at > now() - interval '10 minutes'
      or coalesce(deployed_version >= last_build.content_version, true)
      or (select count(*) from builds where status = 'succeeded' and content_version > deployed_version) > 1
    then
      return false;
    end if;
  end if;
  return claim_build_request(least(interval '6 hours', interval '15 minutes' * 2 ^ least(
    (select count(*) from builds where status = 'requested'), 10)), null);
end $$;

-- Deletes the last request, for example because the build hook did not respond.
create or replace function withdraw_build_request() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from builds where id = (select max(id) from builds where status = 'requested')
$$;

grant execute on function raise_version_for_signup_counts, fail_running_builds, begin_build, record_build_progress, record_failed_pages, end_build,
  claim_build_request, claim_missed_build_request, withdraw_build_request to daina_auth;
grant execute on function get_next_build_time to daina_app;
