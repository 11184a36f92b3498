import { Anchor, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type CostChange, signedMoney } from '../../features/costs/ComparedChange.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import {
  type ExploreSearch,
  exploreSearch,
  filterOf,
} from '../../features/costs/explore-search.js';
import { namedGroups } from '../../features/costs/group-series.js';
import { useProviders } from '../../features/costs/use-costs.js';
import { plainNames } from '../../features/costs/use-names.js';
import { formatDay } from '../../lib/dates.js';
import { approximate } from '../../lib/decimal.js';
import { formatShare } from '../../lib/money.js';
import { isMissing, otherName } from '../../lib/palette.js';
import { type Series, maxSeries } from '../../lib/series.js';
import { Change, Money } from '../../parts/figures.js';
import type { PeriodCosts } from './use-period-costs.js';

/** Rows of a table on this page. */
export const maxRows = 6;
/** A group that is opened alone is split by account. */
const detail = 'account_id';

interface CostTableProps {
  query: PeriodCosts['query'];
  costs: Omit<PeriodCosts['costs'], 'freshness'>;
}

interface Row {
  name: string;
  amount: string;
  change: CostChange | null;
  search: ExploreSearch;
}

/** The groups of a period, each with the question that opens it in the explorer. */
function useRows({ query, costs }: CostTableProps): Row[] {
  const keys = useProviders()?.map(({ key }) => key) ?? [];
  const [grouping = ''] = query.groupings;
  return namedGroups(costs, query.groupings, plainNames).map(({ name, total, change, group }) => {
    const filter = filterOf(grouping, group[grouping], keys);
    const search = exploreSearch({ ...query, groupings: filter ? [detail] : [grouping], filter });
    return { name, amount: total, change, search };
  });
}

/** The services whose costs changed most, up or down, over the compared days. */
export function LargestChanges(props: CostTableProps) {
  const { query, costs } = props;
  const { comparison, currency, total, other } = costs;
  const rows = useRows(props);
  const changed = [...rows, ...otherRow(props)].filter(({ change }) => change !== null);
  const size = ({ change }: Row) => Math.abs(approximate(change!.amount));
  const largest = changed.toSorted((one, other) => size(other) - size(one)).slice(0, maxSeries + 1);
  if (!comparison || !total.change) {
    return (
      <section>
        <Title order={2} mb={4}>
          Largest changes
        </Title>
        <Text size="sm" c="dimmed">
          {comparison
            ? `Only ${comparison.days_with_data} of ${comparison.days} days of the previous period have data, so nothing is compared.`
            : 'There is no complete day to compare yet.'}
        </Text>
      </section>
    );
  }
  const range = `${formatDay(comparison.start_date)} to ${formatDay(comparison.end_date)}`;
  const before = `${formatDay(comparison.previous_start_date)} to ${formatDay(comparison.previous_end_date)}`;
  const services = costs.group_count === 1 ? '1 service' : `${costs.group_count} services`;
  return (
    <Section
      title="Largest changes"
      text={`Of ${services} with costs in either period${other.group_count > 0 ? `, the ${rows.length} largest` : ''}: ${range} against ${before}.`}
      headers={['Service', 'Change', '']}
      explore={exploreSearch(query)}
    >
      {largest.map(({ name, change, search }) => (
        <Table.Tr key={name}>
          <Table.Td>
            <ExploreLink search={search}>{name}</ExploreLink>
          </Table.Td>
          <Table.Td className="numeric">{signedMoney(change!.amount, currency)}</Table.Td>
          <Table.Td className="numeric">
            <Change current={change!.current} previous={change!.previous} currency={currency} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Section>
  );
}

/** What is left of the change: services beyond the table. */
function otherRow({ query, costs: { other, comparison } }: CostTableProps): Row[] {
  if (!comparison || !other.change || approximate(other.change.amount) === 0) return [];
  const { previous_start_date: start, previous_end_date: end } = comparison;
  const search = exploreSearch({ ...query, start, end });
  return [{ name: 'All other services', amount: other.amount, change: other.change, search }];
}

interface TopCostsProps extends CostTableProps {
  title: string;
  /** What the chart draws; the table is then its legend. */
  drawn?: { series: readonly Series[]; colours: ReadonlyMap<string, string> };
}

/** The largest costs and their share of the total. */
export function TopCosts({ title, drawn, ...props }: TopCostsProps) {
  const { query, costs } = props;
  const rows = useRows(props);
  const inChart = drawn?.series.map(({ name, total }) => ({
    name,
    amount: total,
    search: rows.find((row) => row.name === name)?.search ?? exploreSearch(query),
  }));
  const shown = inChart ?? [...rows, ...restRow(props)];
  const { currency, total } = costs;
  return (
    <Section
      title={title}
      headers={[title.replace('Top ', '').replace(/s$/, ''), 'Cost', 'Share']}
      explore={exploreSearch(query)}
    >
      {shown.map(({ name, amount, search }) => (
        <Table.Tr key={name}>
          <Table.Td>
            {drawn && (
              <span
                className={isMissing(name) ? 'swatch swatch-hatched' : 'swatch'}
                style={{ background: drawn.colours.get(name), marginRight: 8 }}
              />
            )}
            <ExploreLink search={search}>{name}</ExploreLink>
          </Table.Td>
          <Table.Td className="numeric">
            <Money amount={amount} currency={currency} />
          </Table.Td>
          <Table.Td className="numeric">{formatShare(amount, total.amount)}</Table.Td>
        </Table.Tr>
      ))}
      <Table.Tr fw={600}>
        <Table.Td>Total</Table.Td>
        <Table.Td className="numeric">
          <Money amount={total.amount} currency={currency} />
        </Table.Td>
        <Table.Td className="numeric">{formatShare(total.amount, total.amount)}</Table.Td>
      </Table.Tr>
    </Section>
  );
}

/** What the listed groups leave of the total, so that the rows add up to it. */
function restRow({
  query,
  costs: { other },
}: CostTableProps): Pick<Row, 'name' | 'amount' | 'search'>[] {
  if (other.group_count === 0) return [];
  return [{ name: otherName, amount: other.amount, search: exploreSearch(query) }];
}

interface SectionProps {
  title: string;
  /** What the table covers. */
  text?: string;
  headers: readonly string[];
  /** The query of a link to the explorer. */
  explore?: ExploreSearch;
  children: ReactNode;
}

/** A small table under a heading. */
export function Section({ title, text, headers, explore, children }: SectionProps) {
  return (
    <section>
      <Title order={2} mb={4}>
        {title}
      </Title>
      {text && (
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      )}
      <div className="table-scroll" tabIndex={0} role="region" aria-label={title}>
        <Table verticalSpacing={6} aria-label={title}>
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
