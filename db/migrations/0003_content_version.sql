-- What the prebuilt site is made from has a version; a build knows which one it read, and builds leave a record.

create table content_state (
  singleton boolean primary key default true check (singleton),
  version bigint not null default 1,
  changed_at timestamptz not null default now()
);
insert into content_state default values;
alter table content_state enable row level security;
create policy everybody_reads on content_state for select to daina_app using (true);
grant select on content_state to daina_app;

-- One row, so that two publishers take turns: a version is only seen once all that it counts is committed.
create function raise_content_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update content_state set version = version + 1, changed_at = now();
  return null;
end $$;
revoke execute on function raise_content_version() from public;

create table builds (
  id bigint generated always as identity primary key,
  content_version bigint not null,
  status text not null default 'running' check (status in ('running', 'succeeded', 'failed')),
  phase text,
  pages integer check (pages >= 0),
  error text,
  started_at timestamptz not null default now(),
  finished_at timestamptz check (finished_at >= started_at),
  check ((status = 'running') = (finished_at is null))
);
alter table builds enable row level security;
create policy super_admins_read on builds for select to daina_app using ((select is_super_admin()));
grant select on builds to daina_app;

-- The builder is no member. It may open a record, and touch one that is still running.

create function begin_build(built_version bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare new_id bigint;
begin
  update builds set status = 'failed', finished_at = now(), error = 'The builder stopped before it was done.'
  where status = 'running';
  insert into builds (content_version) values (built_version) returning id into new_id;
  delete from builds where id < new_id - 200;
  return new_id;
end $$;
revoke execute on function begin_build(bigint) from public;
grant execute on function begin_build(bigint) to daina_app;

create function note_build(build bigint, new_phase text, new_pages integer) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds set phase = new_phase, pages = new_pages where id = build and status = 'running'
$$;
revoke execute on function note_build(bigint, text, integer) from public;
grant execute on function note_build(bigint, text, integer) to daina_app;

create function end_build(build bigint, result text, new_pages integer, reason text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update builds
  set status = result, finished_at = now(), pages = new_pages, error = left(reason, 4000)
  where id = build and status = 'running'
$$;
revoke execute on function end_build(bigint, text, integer, text) from public;
grant execute on function end_build(bigint, text, integer, text) to daina_app;
