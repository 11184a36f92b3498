-- Places and kinds of what a dashboard shows. Items of charts and tables belong to widgets by report; those
-- of widgets and reports that are gone are skipped when the layout is read.
alter table dashboards add column layout jsonb not null default '[]';
