-- Objects that a user marked in a workspace, in the order in which they were marked.
create table favourites (
  id bigint generated always as identity primary key,
  user_token text not null references users on delete cascade,
  workspace_token text not null references workspaces on delete cascade,
  object_token text not null,
  created_at timestamptz not null,
  unique (user_token, workspace_token, object_token)
);
create index favourites_object on favourites (object_token);

create function end_favourites() returns trigger language plpgsql as $$
begin
  delete from favourites where object_token = old.token;
  return null;
end $$;

create trigger cost_reports_favourites after delete on cost_reports
  for each row execute function end_favourites();
create trigger dashboards_favourites after delete on dashboards
  for each row execute function end_favourites();
create trigger segments_favourites after delete on segments
  for each row execute function end_favourites();
create trigger saved_filters_favourites after delete on saved_filters
  for each row execute function end_favourites();
create trigger canvases_favourites after delete on canvases
  for each row execute function end_favourites();
create trigger business_metrics_favourites after delete on business_metrics
  for each row execute function end_favourites();
create trigger scenario_models_favourites after delete on scenario_models
  for each row execute function end_favourites();
create trigger virtual_tag_configs_favourites after delete on virtual_tag_configs
  for each row execute function end_favourites();
