-- Comments on cost reports. The author is a user or the team of a service credential, so it has no reference.
create table cost_report_comments (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  cost_report_token text not null references cost_reports on delete cascade,
  author_token text not null,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index cost_report_comments_report on cost_report_comments (cost_report_token, id);
create index cost_report_comments_account on cost_report_comments (account_token, id);
