import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import type { ItemKind } from '../../features/dashboards/layout.js';
import { sourceKind, type SourceKindName } from './sources.js';

interface Option {
  value: string;
  label: string;
}

interface OptionGroup {
  group: string;
  items: Option[];
}

/** What a kind of widget can show: reports and views of the workspace, cost reports only, or segments. */
export function useSources(kind: ItemKind) {
  const { options: costs } = useReports();
  const segments = useSegments(kind === 'segments');
  const others = useOtherReports(kind === 'chart' || kind === 'table');
  const groups: OptionGroup[] = [{ group: sourceKind('rprt').label, items: costs }, ...others];
  const options = kind === 'segments' ? segments : others.length > 0 ? groups : costs;
  const all = [...costs, ...segments, ...others.flatMap(({ items }) => items)];
  const titleOf = (token: string | null) => all.find(({ value }) => value === token)?.label;
  return { options, titleOf };
}

function useSegments(isWanted: boolean): Option[] {
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/segments',
    { query: { workspace_token: workspace?.token } },
    { enabled: isWanted && workspace !== undefined },
  );
  return (data?.segments ?? []).flatMap(({ report_token: value, title }) =>
    value ? [{ value, label: title }] : [],
  );
}

const optionsOf = (list: readonly { token: string; title: string }[] = []): Option[] =>
  list.map(({ token, title }) => ({ value: token, label: title }));

/** Reports that are not about costs, and views; kinds without any are left out. */
function useOtherReports(isWanted: boolean): OptionGroup[] {
  const workspace = useWorkspace();
  const query = { workspace_token: workspace?.token, limit: 1000 };
  const isRead = { enabled: isWanted && workspace !== undefined };
  const clusters = useGet('/v2/kubernetes_efficiency_reports', { query }, isRead);
  const commitments = useGet('/v2/financial_commitment_reports', { query }, isRead);
  const flows = useGet('/v2/network_flow_reports', { query }, isRead);
  const resources = useGet('/v2/resource_reports', { query }, isRead);
  const views = useGet('/v2/recommendation_views', { query }, isRead);
  if (!isWanted) return [];
  const lists: [SourceKindName, Option[]][] = [
    ['kbnts_eff_rprt', optionsOf(clusters.data?.kubernetes_efficiency_reports)],
    ['fncl_cmnt_rprt', optionsOf(commitments.data?.financial_commitment_reports)],
    ['ntflw_lg_rprt', optionsOf(flows.data?.network_flow_reports)],
    ['prvdr_rsrc_rprt', optionsOf(resources.data?.resource_reports)],
    ['rec_vw', optionsOf(views.data?.recommendation_views)],
  ];
  return lists
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => ({ group: sourceKind(name).label, items }));
}
