import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useGet } from '../../api/queries.js';
import { Comments } from './comments/Comments.js';
import { Explorer } from '../../features/explorer/Explorer.js';
import { queryOfReport } from '../../features/explorer/report-query.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';

/** A saved cost report, opened in the explorer, with its comments. */
export function OneCostReport() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const { data, error } = useGet('/v2/cost_reports/{cost_report_token}', {
    path: { cost_report_token: token },
  });
  const base = useMemo(() => data && queryOfReport(data), [data]);
  if (error) return <PageError error={error} />;
  if (!data || !base || data.token !== token) return <PageSkeleton />;
  return (
    <>
      <Explorer key={token} base={base} title={data.title} report={data} />
      <Comments report={token} />
    </>
  );
}
