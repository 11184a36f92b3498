import { Text } from '@mantine/core';
import { formatMoment } from '../../lib/dates.js';
import { type BusinessMetric, useImportStatus } from './business-metric.js';
import { sourceLabel } from './source.js';

/** The source of a metric and, if its values are imported automatically, the status of the last import. */
export function SourceText({ metric }: { metric: BusinessMetric }) {
  const status = useImportStatus(metric);
  if (!status) return <span>{sourceLabel(metric)}</span>;
  const { error, pulled_at: importedAt } = status;
  return (
    <>
      {sourceLabel(metric)}
      <Text size="xs" {...(error ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}>
        {error ?? (importedAt ? `Last import ${formatMoment(importedAt)}` : 'Not imported yet')}
      </Text>
    </>
  );
}
