import { Anchor, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { Attachments } from './Attachments.js';
import { businessMetricPath, isUploaded } from './business-metric.js';
import { EditSource } from './EditSource.js';
import { draftOfSource, hasEditableSource } from './source.js';
import { UploadValues } from './UploadValues.js';
import { ValuesChart } from './ValuesChart.js';

export function OneBusinessMetric() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const mayEdit = useHasRole('Editor');
  const { data, error, refetch } = useGet(businessMetricPath, {
    path: { business_metric_token: token },
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <>
      <Anchor component={Link} to="/business-metrics" size="sm">
        Business metrics
      </Anchor>
      <PageTitle title={data.title} />
      <Stack gap="lg">
        <ValuesChart token={token} title={data.title} />
        {hasEditableSource(data) && (
          <EditSource key={JSON.stringify(draftOfSource(data))} metric={data} mayEdit={mayEdit} />
        )}
        {mayEdit && isUploaded(data) && <UploadValues token={token} />}
        <Attachments key={JSON.stringify(data)} metric={data} mayEdit={mayEdit} />
      </Stack>
    </>
  );
}
