import { Button, Group, Stack, Title } from '@mantine/core';
import { invalidate } from '../../api/queries.js';
import { api } from '../../api/untyped.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type BusinessMetric, businessMetricsPath } from './business-metric.js';
import { SourceFields } from './SourceFields.js';
import { SourceText } from './SourceText.js';
import { draftSource, sourceBody } from './source.js';

/** What is read from outside, how that goes, and how to read something else. */
export function EditSource({ metric, mayEdit }: { metric: BusinessMetric; mayEdit: boolean }) {
  const form = useForm(draftSource(metric), async (draft) => {
    await api.put(`${businessMetricsPath}/${metric.token}`, sourceBody(draft));
    await invalidate(businessMetricsPath, '/console/business_metrics');
    toast(`Saved where “${metric.title}” comes from.`);
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
              Save the source
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
}
