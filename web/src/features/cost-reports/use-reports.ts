import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { costReportsPath } from './cost-report.js';

/** The cost reports of the workspace, with options for a select. */
export function useReports() {
  const workspace = useWorkspace();
  const { data } = useGet(
    costReportsPath,
    { query: { workspace_token: workspace?.token } },
    { enabled: workspace !== undefined },
  );
  const reports = data?.cost_reports ?? [];
  const titleOf = (token: string) => reports.find((each) => each.token === token)?.title;
  const options = reports.map(({ token, title }) => ({ value: token, label: title }));
  return { reports, titleOf, options, isLoaded: data !== undefined };
}
