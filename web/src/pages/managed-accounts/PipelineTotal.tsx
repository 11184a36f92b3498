import { Text } from '@mantine/core';
import { Change, Money } from '../../parts/figures.js';

interface PipelineTotalProps {
  label: string;
  amount: string;
  /** The amount to compare with. */
  previous?: string;
  currency: string;
  isStale: boolean;
}

/** The costs at an end of the pipeline. */
export function PipelineTotal(props: PipelineTotalProps) {
  const { label, amount, previous, currency, isStale } = props;
  return (
    <div className="pipeline-row pipeline-total" role="group" aria-label={label}>
      <Text size="sm" fw={600} className="pipeline-name">
        {label}
      </Text>
      <span className={`pipeline-change numeric ${isStale ? 'stale' : ''}`}>
        {previous !== undefined && (
          <Change current={amount} previous={previous} currency={currency} />
        )}
      </span>
      <strong className={`pipeline-after numeric ${isStale ? 'stale' : ''}`}>
        <Money amount={amount} currency={currency} />
      </strong>
    </div>
  );
}
