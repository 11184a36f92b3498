import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { changed } from '../../api/queries.js';
import { useHasRole } from '../../api/who.js';
import { FormPage } from '../../parts/FormPage.js';
import { useForm } from '../../parts/use-form.js';
import { type BusinessMetric, businessMetricsPath } from './business-metric.js';

/** A name first; values are uploaded on the page of the metric, where it leads. */
export function NewBusinessMetric() {
  const mayEdit = useHasRole('Editor');
  const [made, setMade] = useState<BusinessMetric>();
  const form = useForm({ title: '' }, async (values) => {
    setMade(await api.post<BusinessMetric>(businessMetricsPath, values));
    await changed(businessMetricsPath);
  });
  const back = made
    ? { label: made.title, to: `/business-metrics/${made.token}` }
    : { label: 'Business metrics', to: '/business-metrics' };
  return (
    <FormPage
      title="New business metric"
      back={back}
      form={form}
      saveLabel="Create"
      isReadOnly={!mayEdit}
    >
      <TextInput label="Title" placeholder="Orders" required {...form.text('title')} />
      <Text size="sm" c="dimmed">
        Values are uploaded on the next page. To have them read from CloudWatch, Datadog or
        Snowflake, make the metric with POST /v2/business_metrics and an integration.
      </Text>
    </FormPage>
  );
}
