import { useSearch } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';

/** The report that a new object is about, from `?report=` of its address; none if it cannot be read. */
export function useChosenReport() {
  const { report: token = '' }: { report?: string } = useSearch({ strict: false });
  const { data, isLoading } = useGet(
    '/v2/cost_reports/{cost_report_token}',
    { path: { cost_report_token: token } },
    { enabled: token !== '' },
  );
  const report = data?.token === token ? data : undefined;
  return { report, isLoading: isLoading && report === undefined };
}
