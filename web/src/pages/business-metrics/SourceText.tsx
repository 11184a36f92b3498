import { Text } from '@mantine/core';
import { formatMoment } from '../../lib/dates.js';
import { type BusinessMetric, sourceNames, useSourceState } from './business-metric.js';

/** Where the values come from and, if that is outside, how reading them went. */
export function SourceText({ metric }: { metric: BusinessMetric }) {
  const state = useSourceState(metric);
  const name = sourceNames[metric.import_type ?? 'csv'] ?? metric.import_type;
  if (!state) return <span>{name}</span>;
  return (
    <>
      {name}
      <Text size="xs" {...(state.error ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}>
        {state.error ??
          (state.pulled_at ? `last read ${formatMoment(state.pulled_at)}` : 'not read yet')}
      </Text>
    </>
  );
}
