-- Installs the schema `migrations`, whose functions db/migrate.ts calls. Each run of migrate() runs this file.
-- The file is one `do` statement, because Neon's HTTP interface runs single statements.
do $migrator$
declare name text;
begin
-- Hosts that start with the same new database at the same time run this statement one after another.
perform pg_advisory_xact_lock(hashtext('daina.migrations'));

create schema if not exists migrations;
create table if not exists migrations.applied (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
create table if not exists migrations.functions (
  singleton boolean primary key default true check (singleton),
  checksum text not null
);

-- Retries while another database of the same server changes the role. Advisory locks hold only within one database.
create or replace function migrations.alter_role(role_name text, change text) returns void
language plpgsql as $$
begin
  for attempt in 1..20 loop
    begin
      execute format('alter role %I %s', role_name, change);
      return;
    exception when internal_error then -- tuple concurrently updated
      if attempt = 20 then raise; end if;
      perform pg_sleep(0.05);
    end;
  end loop;
end $$;

-- Creates the role, and sets its password and settings again, because a role can change its own settings.
-- A null password leaves the password unchanged.
create or replace function migrations.ensure_role(role_name text, password text) returns void
language plpgsql as $$
declare
  settings constant text[] := array[
    'lock_timeout=2s', 'statement_timeout=10s', 'idle_in_transaction_session_timeout=10s'
  ];
  setting text;
begin
  perform pg_advisory_xact_lock(hashtext('daina.migrations'));
  if not exists (select from pg_roles where rolname = role_name) then
    execute format('create role %I', role_name);
  end if;
  begin
    if password is not null then
      perform migrations.alter_role(role_name, format('login password %L', password));
    end if;
    if exists (
      select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where s.setrole = role_name::regrole and d.datname = current_database()
    ) then
      perform migrations.alter_role(role_name, format('in database %I reset all', current_database()));
    end if;
    if not exists (
      select from pg_db_role_setting
      where setrole = role_name::regrole and setdatabase = 0
        and setconfig <@ settings and setconfig @> settings
    ) then
      perform migrations.alter_role(role_name, 'reset all');
      foreach setting in array settings loop
        perform migrations.alter_role(role_name,
          format('set %I = %L', split_part(setting, '=', 1), split_part(setting, '=', 2)));
      end loop;
    end if;
  exception when insufficient_privilege then
    -- Only the role that created this role may change it.
    raise notice '% keeps its password and settings: only the role that created it may change them', role_name;
  end;
end $$;

-- Gives the rights of the role `other` to the role `role_name`.
create or replace function migrations.ensure_member(role_name text, other text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('daina.migrations'));
  if not pg_has_role(role_name, other, 'usage') then
    execute format('grant %I to %I', other, role_name);
  end if;
end $$;

-- Lets a host that does not connect as the database owner list the pending files.
create or replace function migrations.grant_reading(role_name text) returns void
language plpgsql as $$
begin
  execute format('grant usage on schema migrations to %I', role_name);
  execute format('grant select on migrations.applied, migrations.functions to %I', role_name);
end $$;
foreach name in array array['applied', 'functions'] loop
  execute format('alter table migrations.%I enable row level security', name);
  continue when exists (
    select from pg_policies p where p.schemaname = 'migrations' and p.tablename = name
  );
  execute format('create policy everybody_reads on migrations.%I for select using (true)', name);
end loop;

-- Waits for table locks at most three seconds, because the site's statements queue behind the migrator.
create or replace function migrations.begin_step() returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('daina.migrations'));
  perform set_config('lock_timeout', '3s', true);
end $$;

create or replace function migrations.apply(file text, sum text, statements text) returns void
language plpgsql as $$
begin
  perform migrations.begin_step();
  if exists (select from migrations.applied a where a.name = file) then return; end if;
  execute statements;
  insert into migrations.applied (name, checksum) values (file, sum);
end $$;

-- Returns the functions of the schema public, except functions of extensions.
create or replace function migrations.own_functions() returns table (id oid, signature text, language text)
language sql stable as $$
  select p.oid, p.oid::regprocedure::text, l.lanname from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend d
    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
  )
$$;

-- Replaces all policies, triggers and grants with the ones in `files`, which is db/functions as [{name, sql}, …].
-- `roles` first lose all rights; the files grant rights again.
create or replace function migrations.apply_functions(sum text, files jsonb, roles text[]) returns void
language plpgsql as $$
declare
  item record;
  role_list text := (select string_agg(quote_ident(r), ', ') from unnest(roles) as r);
  step text := 'before the first file'; -- names the place of an error
begin
  perform migrations.begin_step();
  if exists (select from migrations.functions where checksum = sum) then return; end if;

  for item in select policyname, tablename from pg_policies where schemaname = 'public' loop
    execute format('drop policy %I on %I', item.policyname, item.tablename);
  end loop;
  for item in
    select t.tgname, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  loop
    execute format('drop trigger %I on %I', item.tgname, item.relname);
  end loop;
  execute format('revoke all on all tables in schema public from %s', role_list);
  for item in select * from migrations.own_functions() loop
    execute format('revoke execute on function %s from %s', item.signature, role_list);
  end loop;

  -- The bodies are checked below, when all functions exist.
  perform set_config('check_function_bodies', 'off', true);
  for item in
    select f.name, f.sql from jsonb_to_recordset(files) as f(name text, sql text) order by f.name
  loop
    step := item.name;
    execute item.sql;
  end loop;
  perform set_config('check_function_bodies', 'on', true);
  for item in select * from migrations.own_functions() loop
    step := item.signature;
    execute format('revoke execute on function %s from public', item.signature);
    case item.language
      when 'sql' then perform fmgr_sql_validator(item.id);
      when 'plpgsql' then perform plpgsql_validator(item.id);
    end case;
  end loop;

  insert into migrations.functions (checksum) values (sum)
  on conflict (singleton) do update set checksum = excluded.checksum;
exception when others then
  raise exception '%: %', step, sqlerrm using errcode = sqlstate;
end $$;
end $migrator$
