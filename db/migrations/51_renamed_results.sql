-- Drops functions that db/functions creates again with other names of arguments or results.
drop function if exists list_admin_newcomer_content(text, text, text, text, uuid, integer) cascade;
drop function if exists find_comment_thread(uuid) cascade;
drop function if exists record_push_delivery(uuid[], text[]) cascade;
-- delete_unreviewed_comments() replaces this function.
drop function if exists delete_unapproved_comments() cascade;
