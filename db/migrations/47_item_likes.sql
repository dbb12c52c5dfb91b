-- count_item_likes() replaces both functions.
drop function if exists count_chart_likes() cascade;
drop function if exists get_newest_like_time() cascade;
