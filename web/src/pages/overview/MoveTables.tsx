import { Anchor, Table, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CostQuery } from '../../features/costs/use-costs.js';
import { approximate } from '../../lib/decimal.js';
import { formatMoney, formatPercent } from '../../lib/money.js';
import { Change, Money } from '../../parts/figures.js';
import type { Move } from './moves.js';

const shown = 6;

interface Moves {
  moves: readonly Move[];
  currency: string;
}

/** What changed most, up or down. */
export function Movers({ moves, currency }: Moves) {
  const size = ({ change }: Move) => Math.abs(approximate(change));
  const biggest = moves.toSorted((one, other) => size(other) - size(one)).slice(0, shown);
  return (
    <Section title="Biggest movers" headers={['Service', 'Change', '']}>
      {biggest.map(({ name, now, before, change }) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          <Table.Td className="numeric">
            {change.startsWith('-') ? '' : '+'}
            {formatMoney(change, currency)}
          </Table.Td>
          <Table.Td className="numeric">
            <Change now={now} before={before} currency={currency} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Section>
  );
}

interface TopCostsProps extends Moves {
  title: string;
  total: string;
  query: CostQuery;
  grouping: string;
}

/** What costs most, and its share of all. */
export function TopCosts({ title, moves, total, currency, query, grouping }: TopCostsProps) {
  const whole = approximate(total);
  const { start, end } = query;
  return (
    <Section
      title={title}
      headers={[title.replace('Top ', '').replace(/s$/, ''), 'Costs', 'Share']}
      more={{ start, end, group: grouping }}
    >
      {moves.slice(0, shown).map(({ name, now }) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          <Table.Td className="numeric">
            <Money amount={now} currency={currency} />
          </Table.Td>
          <Table.Td className="numeric">
            {whole === 0 ? '' : formatPercent(approximate(now) / whole)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Section>
  );
}

interface SectionProps {
  title: string;
  headers: readonly string[];
  more?: Record<string, string>;
  children: React.ReactNode;
}

/** A small table under a heading. */
export function Section({ title, headers, more, children }: SectionProps) {
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
                  {header || <span className="only-heard">In percent</span>}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </div>
      {more && (
        <Anchor component={Link} to="/explore" search={more as never} size="sm">
          Explore them
        </Anchor>
      )}
    </section>
  );
}
