-- What the migrator keeps in the database, and its steps. One statement, made anew at each start: hence `do`.
do $migrator$
declare name text;
begin
-- Two hosts that start on one new database take turns.
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

-- Runs ALTER ROLE, again when another database of this server changes the same role at that moment: roles are the
-- server's, advisory locks are a database's.
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

-- Creates the role unless it exists, and gives it the password and the settings that it should have. Any login can
-- change its own, so each start of the owner's sets them again. A null password is not known, and stays as it is.
-- Utility statements take no parameters, so names and values are quoted by format().
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
    -- The login that made the role looks after it.
    raise notice '% keeps its password and settings: only the login that made the role may change them', role_name;
  end;
end $$;

-- `role_name` may do whatever `other` may.
create or replace function migrations.ensure_member(role_name text, other text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('daina.migrations'));
  if not pg_has_role(role_name, other, 'usage') then
    execute format('grant %I to %I', other, role_name);
  end if;
end $$;

-- So that a start without the owner's address can name what is missing.
create or replace function migrations.show_to(role_name text) returns void
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

-- Other steps wait here, however long that takes. Locks of a running site are waited for shortly: its own
-- statements queue behind whoever waits.
create or replace function migrations.take_turn() returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('daina.migrations'));
  perform set_config('lock_timeout', '3s', true);
end $$;

create or replace function migrations.apply(file text, sum text, statements text) returns void
language plpgsql as $$
begin
  perform migrations.take_turn();
  if exists (select from migrations.applied a where a.name = file) then return; end if;
  execute statements;
  insert into migrations.applied (name, checksum) values (file, sum);
end $$;

-- The functions of ours, without those of extensions.
create or replace function migrations.own_functions() returns table (id oid, signature text, language text)
language sql stable as $$
  select p.oid, p.oid::regprocedure::text, l.lanname from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend d
    where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
  )
$$;

-- `files` are those of db/functions, as [{name, sql}, …]; `roles` those that they grant rights to.
create or replace function migrations.apply_functions(sum text, files jsonb, roles text[]) returns void
language plpgsql as $$
declare
  one record;
  role_list text := (select string_agg(quote_ident(r), ', ') from unnest(roles) as r);
  place text := 'before the first file';
begin
  perform migrations.take_turn();
  if exists (select from migrations.functions where checksum = sum) then return; end if;

  for one in select policyname, tablename from pg_policies where schemaname = 'public' loop
    execute format('drop policy %I on %I', one.policyname, one.tablename);
  end loop;
  for one in
    select t.tgname, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  loop
    execute format('drop trigger %I on %I', one.tgname, one.relname);
  end loop;
  execute format('revoke all on all tables in schema public from %s', role_list);
  for one in select * from migrations.own_functions() loop
    execute format('revoke execute on function %s from %s', one.signature, role_list);
  end loop;

  -- Bodies are looked at when all functions are there.
  perform set_config('check_function_bodies', 'off', true);
  for one in
    select f.name, f.sql from jsonb_to_recordset(files) as f(name text, sql text) order by f.name
  loop
    place := one.name;
    execute one.sql;
  end loop;
  perform set_config('check_function_bodies', 'on', true);
  for one in select * from migrations.own_functions() loop
    place := one.signature;
    execute format('revoke execute on function %s from public', one.signature);
    case one.language
      when 'sql' then perform fmgr_sql_validator(one.id);
      when 'plpgsql' then perform plpgsql_validator(one.id);
    end case;
  end loop;

  insert into migrations.functions (checksum) values (sum)
  on conflict (singleton) do update set checksum = excluded.checksum;
exception when others then
  raise exception '%: %', place, sqlerrm using errcode = sqlstate;
end $$;
end $migrator$
