import { Text } from '@mantine/core';
import { Money } from '../../parts/figures.js';
import type { Load } from './import-run.js';

/** What the rejected rows of an import bill, as far as it can be read. */
export const RejectedAmounts = ({ loads }: { loads: readonly Load[] }) =>
  loads
    .flatMap((load) => load.rejected_totals)
    .map(({ currency, billed }) => (
      <Text key={currency} size="sm">
        The rejected rows bill <Money amount={billed} currency={currency} />.
      </Text>
    ));
