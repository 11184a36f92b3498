-- The first reporting objects: folders and saved filters.

create table saved_filters (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  title text not null,
  filter text,
  created_by text,
  created_at timestamptz not null
);
create index saved_filters_account on saved_filters (account_token, id);
create trigger saved_filters_grants after delete on saved_filters for each row execute function end_grants();

create table folders (
  id bigint generated always as identity unique,
  token text primary key,
  account_token text not null references accounts on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  parent_folder_token text references folders on delete set null,
  type text not null,
  title text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index folders_account on folders (account_token, id);
create index folders_parent on folders (parent_folder_token);
create trigger folders_grants after delete on folders for each row execute function end_grants();

create table folder_saved_filters (
  id bigint generated always as identity primary key,
  folder_token text not null references folders on delete cascade,
  saved_filter_token text not null references saved_filters on delete cascade,
  unique (folder_token, saved_filter_token)
);
create index folder_saved_filters_filter on folder_saved_filters (saved_filter_token);

-- The contents of a deleted folder move to its parent.
create function lift_folder_contents() returns trigger language plpgsql as $$
begin
  update folders set parent_folder_token = old.parent_folder_token where parent_folder_token = old.token;
  return old;
end $$;
create trigger folders_lift before delete on folders for each row execute function lift_folder_contents();
