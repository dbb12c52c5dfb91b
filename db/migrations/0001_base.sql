-- What tables are made of: extensions, domains, and the functions that columns and indexes are computed
-- with. To change one of those is to compute the columns anew, hence a migration; all other functions are
-- in db/functions.

create extension citext;
create extension unaccent;
create extension pg_trgm;

revoke create on schema public from public;

create domain country_code as text check (value in ('ee', 'lv', 'lt'));
create domain locale_code as text check (value in ('en', 'lv', 'et', 'lt', 'ru'));

-- Text as people search for it: small letters, no marks on them. Immutable, since the rules' file comes
-- with Postgres; named in full, so that no search path decides.
create function plain_text(text) returns text
language sql immutable parallel safe strict set search_path = public, pg_temp
as $$ select lower(unaccent('unaccent'::regdictionary, $1)) $$;

create function hash_of_address(address citext) returns bytea
language sql immutable
as $$ select sha256(convert_to(lower(address::text), 'UTF8')) $$;

-- How long a call may wait for a lock, run a statement, or leave a transaction open: a lock that is held
-- somewhere, or a query gone wrong, must not take the connections of everybody else. On the roles, so that
-- it holds however they connect; the owner, who migrates, is not bound.
do $$
declare login text;
begin
  foreach login in array array['daina_app', 'daina_build'] loop
    -- A role is the whole server's: another database on it may have brought this along.
    continue when exists (
      select from pg_db_role_setting
      where setrole = login::regrole and setdatabase = 0 and setconfig @> array[
        'lock_timeout=2s', 'statement_timeout=10s', 'idle_in_transaction_session_timeout=10s'
      ]
    );
    execute format('alter role %I set lock_timeout = ''2s''', login);
    execute format('alter role %I set statement_timeout = ''10s''', login);
    execute format('alter role %I set idle_in_transaction_session_timeout = ''10s''', login);
  end loop;
exception when insufficient_privilege then
  raise 'only who made the role % may set its timeouts: let them run "alter role % set lock_timeout = ''2s''", "... set statement_timeout = ''10s''" and "... set idle_in_transaction_session_timeout = ''10s''" first', login, login;
end $$;
