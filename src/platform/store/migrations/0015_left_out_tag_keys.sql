-- Tag keys that the rollup by tags of a load leaves out, because most resources have a value of their own.
alter table loads add column left_out_tag_keys text[] not null default '{}';
