import { type ListAnswer, useGet } from '../../api/queries.js';
import { useWorkspace } from '../../api/who.js';
import { type CostReport, costReportsPath } from './cost-report.js';

/** The cost reports of the workspace, as the options of a select. */
export function useReports() {
  const workspace = useWorkspace();
  const { data } = useGet<ListAnswer>(
    costReportsPath,
    { workspace_token: workspace?.token },
    { enabled: workspace !== undefined },
  );
  const reports = (data?.['cost_reports'] ?? []) as CostReport[];
  const titleOf = (token: string) => reports.find((each) => each.token === token)?.title;
  const options = reports.map(({ token, title }) => ({ value: token, label: title }));
  return { reports, titleOf, options, isKnown: data !== undefined };
}
