import { Text } from '@mantine/core';
import type { RowOf } from '../../api/types.js';
import { approximate } from '../../lib/decimal.js';
import { formatExactMoney } from '../../lib/money.js';
import type { Column } from '../../parts/DataTable.js';
import { DateText, Money } from '../../parts/figures.js';

type Price = RowOf<'/v2/prices', 'prices'>;
type Commitment = Price['commitments'][number];

const find = ({ commitments }: Price, lifecycle: string) =>
  commitments.find((each) => each.lifecycle === lifecycle);

const commitmentColumn = (id: string, header: string, lifecycle: string): Column<Price> => ({
  id,
  header,
  isNumeric: true,
  sort: (row) => approximate(find(row, lifecycle)?.per_month ?? '0'),
  cell: (row) => <CommitmentPrice of={find(row, lifecycle)} currency={row.currency} />,
});

/** Per month, with what it saves of the price on demand. */
function CommitmentPrice({ of, currency }: { of: Commitment | undefined; currency: string }) {
  if (!of?.per_month) return <>–</>;
  return (
    <>
      {of.estimated && <Estimate />}
      <Money amount={of.per_month} currency={currency} />
      {of.saving_percent !== null && (
        <Text size="xs" c="dimmed">
          saves {of.saving_percent}%
        </Text>
      )}
    </>
  );
}

const Estimate = () => <span title="Estimated">≈ </span>;

export const priceColumns: Column<Price>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: (row) => row.name,
    cell: (row) => (
      <>
        {row.name}
        {row.vcpu !== null && row.memory !== null && (
          <Text size="xs" c="dimmed">
            {row.vcpu} vCPU, {row.memory} GiB
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'service',
    header: 'Service',
    sort: (row) => row.service_id,
    cell: (row) => row.service_id,
  },
  { id: 'region', header: 'Region', sort: (row) => row.region, cell: (row) => row.region },
  {
    id: 'platform',
    header: 'Platform',
    sort: (row) => row.platform ?? '',
    cell: (row) => row.platform ?? '–',
  },
  {
    id: 'on_demand',
    header: 'On demand',
    isNumeric: true,
    sort: (row) => approximate(row.on_demand),
    cell: (row) => (
      <>
        {row.estimated && <Estimate />}
        {formatExactMoney(row.on_demand, row.currency)}
        <Text size="xs" c="dimmed">
          per {row.unit}
        </Text>
      </>
    ),
  },
  {
    id: 'month',
    header: 'On demand, per month',
    isNumeric: true,
    sort: (row) => approximate(row.on_demand_per_month ?? '0'),
    cell: (row) =>
      row.on_demand_per_month === null ? (
        '–'
      ) : (
        <>
          {row.estimated && <Estimate />}
          <Money amount={row.on_demand_per_month} currency={row.currency} />
        </>
      ),
  },
  commitmentColumn('reserved', 'Reserved 1 year, per month', 'reserved-1yr-no-upfront'),
  commitmentColumn('plan', 'Savings plan 1 year, per month', 'savings-plan-1yr-no-upfront'),
  {
    id: 'source',
    header: 'Price list of',
    sort: (row) => row.published_on,
    cell: (row) => (
      <>
        <DateText day={row.published_on} />
        {row.source === 'seed' && (
          <Text size="xs" c="dimmed">
            example
          </Text>
        )}
      </>
    ),
  },
];
