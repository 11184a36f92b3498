import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { FormPage } from '../../parts/FormPage.js';
import { useForm } from '../../parts/use-form.js';
import { type BusinessMetric, businessMetricsPath } from './business-metric.js';
import { SourceFields } from './SourceFields.js';
import { type SourceDraft, type SourceType, emptySource, sourceBody, sources } from './source.js';

interface Draft extends SourceDraft {
  title: string;
}

/** Asks for title and source; saving leads to the page of the metric. */
export function NewBusinessMetric() {
  const mayEdit = useHasRole('Editor');
  const [created, setCreated] = useState<BusinessMetric>();
  const form = useForm<Draft>({ title: '', ...emptySource }, async ({ title, ...source }) => {
    const body = { title, ...sourceBody(source) };
    setCreated(await api.post(businessMetricsPath, { body }));
    await invalidate(businessMetricsPath);
  });
  const back = created
    ? { label: created.title, to: `/business-metrics/${created.token}` }
    : { label: 'Business metrics', to: '/business-metrics' };
  return (
    <FormPage
      title="New business metric"
      back={back}
      form={form}
      saveLabel="Create business metric"
      isReadOnly={!mayEdit}
    >
      <TextInput label="Title" placeholder="Orders" required {...form.text('title')} />
      <Select
        label="Source"
        description={
          form.values.type === 'csv'
            ? 'Upload values on the next page, or send them to the API.'
            : 'Values are imported every day; the next page shows the status.'
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={Object.entries(sources).map(([value, { label }]) => ({ value, label }))}
        value={form.values.type}
        onChange={(type) => {
          form.set('type', type as SourceType);
          form.set('integration', '');
        }}
      />
      <SourceFields
        draft={form.values}
        isReadOnly={!mayEdit}
        onChange={(part) => {
          for (const [name, value] of Object.entries(part)) form.set(name, value);
        }}
      />
    </FormPage>
  );
}
