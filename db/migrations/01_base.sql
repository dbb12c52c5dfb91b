-- The functions in this file are here because columns, indexes and constraints use them. All other functions are in
-- db/functions.

create extension citext;
create extension unaccent;
create extension pg_trgm;

revoke create on schema public from public;

-- Must match COUNTRIES in src/countries.ts.
create domain country_code as text check (value in ('ee', 'lv', 'lt'));
create domain locale_code as text check (value in ('en', 'lv', 'et', 'lt', 'ru'));

-- Returns the text in lower case without diacritics. Names the dictionary explicitly, because unaccent() with one
-- argument is not immutable and could not be used in an index.
create function plain_text(text) returns text
language sql immutable parallel safe strict set search_path = public, pg_temp
as $$ select lower(unaccent('unaccent'::regdictionary, $1)) $$;

-- Returns the SHA-256 of an email address, in lower case.
create function hash_address(address citext) returns bytea
language sql immutable
as $$ select sha256(convert_to(lower(address::text), 'UTF8')) $$;

-- Checks a `translations` column. It has texts by language, such as {"lv": {"title": …}}, but none in the row's own
-- language. Each language needs the `required` text. `limits` has the allowed texts with their maximum lengths.
create function are_translations(translations jsonb, own_language text, required text, limits jsonb)
returns boolean
language sql immutable parallel safe
as $$
  select not translations ? own_language and not exists (
    select from jsonb_each(translations) as t (language, texts)
    where t.language not in ('en', 'lv', 'et', 'lt', 'ru')
      or coalesce(btrim(t.texts ->> required), '') = ''
      or exists (
        select from jsonb_each(t.texts) as x (name, content)
        where not limits ? x.name or jsonb_typeof(x.content) not in ('string', 'null')
          or length(x.content #>> '{}') > (limits ->> x.name)::integer
      )
  )
$$;

-- The keys that sign viewer claims (create_viewer_claim()); renew_viewer_keys() replaces them daily. The signature is
-- an HMAC, which needs two keys of 64 bytes, one block of SHA-256.
create table viewer_keys (
  inner_key bytea not null check (length(inner_key) = 64)
    default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  outer_key bytea not null check (length(outer_key) = 64)
    default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  made_at timestamptz primary key default now()
);
alter table viewer_keys enable row level security;
insert into viewer_keys default values;
