-- rows_read was the number of stored rows; now it counts every row of the source.
alter table loads add column rows_stored bigint not null default 0;
alter table loads add column rejected_totals jsonb not null default '[]';
update loads set rows_stored = rows_read, rows_read = rows_read + rows_rejected + rows_repeated;
