-- It takes the session, too, whose proof of identity must be recent.
drop function if exists connect_google(text) cascade;
