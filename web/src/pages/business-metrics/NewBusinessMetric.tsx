import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { useHasRole } from '../../api/current-user.js';
import { api } from '../../api/untyped.js';
import { FormPage } from '../../parts/FormPage.js';
import { useForm } from '../../parts/use-form.js';
import { type BusinessMetric, businessMetricsPath } from './business-metric.js';
import { SourceFields } from './SourceFields.js';
import { type DraftSource, type SourceType, noSource, sourceBody, sources } from './source.js';

interface Draft extends DraftSource {
  title: string;
}

/** A name and where values come from; it leads to the page of the metric. */
export function NewBusinessMetric() {
  const mayEdit = useHasRole('Editor');
  const [made, setMade] = useState<BusinessMetric>();
  const form = useForm<Draft>({ title: '', ...noSource }, async ({ title, ...source }) => {
    const body = { title, ...sourceBody(source) };
    setMade(await api.post<BusinessMetric>(businessMetricsPath, body));
    await invalidate(businessMetricsPath);
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
      <Select
        label="Values come from"
        description={
          form.values.type === 'csv'
            ? 'They are uploaded on the next page, or sent to the API.'
            : 'They are read every day; the next page tells how that goes.'
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
