import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useReports } from './use-reports.js';

/** Titles of cost reports; the report of a segment, which lists leave out, has the title of the segment. */
export function useReportTitles(): (token: string) => string {
  const workspace = useWorkspace();
  const { titleOf } = useReports();
  const { data } = useGet(
    '/v2/segments',
    { query: { workspace_token: workspace?.token, limit: 1000 } },
    { enabled: workspace !== undefined },
  );
  return (token) =>
    titleOf(token) ??
    data?.segments.find(({ report_token: report }) => report === token)?.title ??
    'Cost report';
}
