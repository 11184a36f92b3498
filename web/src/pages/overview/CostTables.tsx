import { Anchor, Table, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CostQuery } from '../../features/costs/use-costs.js';
import { approximate } from '../../lib/decimal.js';
import { formatMoney, formatPercent } from '../../lib/money.js';
import { Change, Money } from '../../parts/figures.js';
import type { CostChange } from './cost-changes.js';

const maxRows = 6;

interface CostChangesProps {
  changes: readonly CostChange[];
  currency: string;
}

/** The services whose costs changed most, up or down. */
export function LargestChanges({ changes, currency }: CostChangesProps) {
  const size = ({ change }: CostChange) => Math.abs(approximate(change));
  const largest = changes.toSorted((one, other) => size(other) - size(one)).slice(0, maxRows);
  return (
    <Section title="Largest changes" headers={['Service', 'Change', '']}>
      {largest.map(({ name, current, previous, change }) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          <Table.Td className="numeric">
            {change.startsWith('-') ? '' : '+'}
            {formatMoney(change, currency)}
          </Table.Td>
          <Table.Td className="numeric">
            <Change current={current} previous={previous} currency={currency} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Section>
  );
}

interface TopCostsProps extends CostChangesProps {
  title: string;
  total: string;
  query: CostQuery;
  grouping: string;
}

/** The largest costs and their share of the total. */
export function TopCosts({ title, changes, total, currency, query, grouping }: TopCostsProps) {
  const whole = approximate(total);
  const { start, end } = query;
  return (
    <Section
      title={title}
      headers={[title.replace('Top ', '').replace(/s$/, ''), 'Cost', 'Share']}
      explore={{ start, end, group: grouping }}
    >
      {changes.slice(0, maxRows).map(({ name, current }) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          <Table.Td className="numeric">
            <Money amount={current} currency={currency} />
          </Table.Td>
          <Table.Td className="numeric">
            {whole === 0 ? '' : formatPercent(approximate(current) / whole)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Section>
  );
}

interface SectionProps {
  title: string;
  headers: readonly string[];
  /** The query of a link to the explorer. */
  explore?: Record<string, string>;
  children: React.ReactNode;
}

/** A small table under a heading. */
export function Section({ title, headers, explore, children }: SectionProps) {
  return (
    <section>
      <Title order={2} mb={4}>
        {title}
      </Title>
      <div className="table-scroll" tabIndex={0} role="region" aria-label={title}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              {headers.map((header, index) => (
                <Table.Th key={header} className={index === 0 ? 'first-letter' : 'numeric'}>
                  {header || <span className="visually-hidden">Change in percent</span>}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </div>
      {explore && (
        <Anchor component={Link} to="/explore" search={explore as never} size="sm">
          View in explorer
        </Anchor>
      )}
    </section>
  );
}
