import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { Attachments } from './Attachments.js';
import { businessMetricPath, isUploaded } from './business-metric.js';
import { EditSource } from './EditSource.js';
import { draftOfSource, hasEditableSource } from './source.js';
import { UploadValues } from './UploadValues.js';
import { ValuesChart } from './ValuesChart.js';

export function OneBusinessMetric() {
  const mayEdit = useHasRole('Editor');
  return (
    <ObjectPage path={businessMetricPath}>
      {(metric) => (
        <>
          <Anchor component={Link} to="/business-metrics" size="sm">
            Business metrics
          </Anchor>
          <PageTitle title={metric.title} />
          <Stack gap="lg">
            <ValuesChart token={metric.token} title={metric.title} />
            {hasEditableSource(metric) && (
              <EditSource
                key={JSON.stringify(draftOfSource(metric))}
                metric={metric}
                mayEdit={mayEdit}
              />
            )}
            {mayEdit && isUploaded(metric) && <UploadValues token={metric.token} />}
            <Attachments key={JSON.stringify(metric)} metric={metric} mayEdit={mayEdit} />
          </Stack>
        </>
      )}
    </ObjectPage>
  );
}
