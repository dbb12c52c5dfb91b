-- They take the browser that asks, which a mail about a new password names; db/functions makes them anew.
drop function if exists replace_password(uuid, text);
drop function if exists change_own_password(text, text);
drop function if exists reset_password(bytea, text, text, bytea);
