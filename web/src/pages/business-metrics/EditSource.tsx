import { Button, Group, Stack, Title } from '@mantine/core';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type BusinessMetric, businessMetricPath, businessMetricsPath } from './business-metric.js';
import { SourceFields } from './SourceFields.js';
import { SourceText } from './SourceText.js';
import { draftOfSource, sourceBody } from './source.js';

/** The source that values are imported from, with the status of the last import. */
export function EditSource({ metric, mayEdit }: { metric: BusinessMetric; mayEdit: boolean }) {
  const form = useForm(draftOfSource(metric), async (draft) => {
    const path = { business_metric_token: metric.token };
    await api.put(businessMetricPath, { path, body: sourceBody(draft) });
    await invalidate(businessMetricsPath, '/console/business_metrics');
    toast(`Saved the source of “${metric.title}”.`);
  });
  return (
    <section aria-label="Source">
      <Title order={2} mb="sm">
        Source
      </Title>
      <Stack
        gap="md"
        maw={560}
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <div>
          <SourceText metric={metric} />
        </div>
        {form.error !== undefined && <ErrorNote error={form.error} />}
        <SourceFields
          draft={form.values}
          isReadOnly={!mayEdit}
          onChange={(part) => {
            for (const [name, value] of Object.entries(part)) form.set(name, value);
          }}
        />
        {mayEdit && (
          <Group>
            <Button type="submit" loading={form.isSaving} disabled={!form.isChanged}>
              Save source
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
}
