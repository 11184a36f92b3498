import { Anchor, Menu, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NameText } from '../../parts/NameText.js';
import { RowMenu } from '../../parts/RowMenu.js';
import type { NamedValue } from '../costs/groupings.js';
import { DifferenceCells, type Difference } from './DifferenceCells.js';
import { formatSigned, isZero, KindBadge, SignedMoney } from './figures.js';
import type { CostChanges, Driver } from './use-cost-changes.js';

/** An address of the console. */
export interface PageLink {
  to: string;
  search: never;
}

/** Where a driver leads to; a link is absent where no filter can narrow to it. */
export interface DriverLinks {
  drill: PageLink | undefined;
  explore: PageLink | undefined;
}

interface ChangesTableProps {
  changes: CostChanges;
  nameOf: (driver: Driver) => NamedValue;
  linksOf: (driver: Driver) => DriverLinks;
  linksOfCharge: (chargeType: string) => DriverLinks;
}

const effectHeaders = ['Usage effect', 'Price effect'];
const headers = ['Before', 'After', 'Difference', 'Percent', ...effectHeaders];
/** The id of the rows of one-time charges, which the waterfall leads to. */
export const oneTimeId = 'one-time-charges';

/** Every driver of the page, all others, the one-time charges, and the total. */
export function ChangesTable({ changes, nameOf, linksOf, linksOfCharge }: ChangesTableProps) {
  const { drivers, other, one_time: oneTime, currency } = changes;
  const total = totalOf(changes);
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Drivers">
      <Table verticalSpacing={6} aria-label="Drivers" className="data-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Driver</Table.Th>
            <Table.Th>Kind</Table.Th>
            {headers.map((header) => (
              <Table.Th key={header} className="numeric">
                {header}
              </Table.Th>
            ))}
            <Table.Th w={48}>
              <span className="visually-hidden">Actions</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <tbody>
          {drivers.map((driver) => (
            <Row
              key={JSON.stringify(driver.group)}
              {...nameOf(driver)}
              links={linksOf(driver)}
              badge={<KindBadge driver={driver} />}
              difference={driver}
              currency={currency}
            >
              <EffectCells driver={driver} currency={currency} />
            </Row>
          ))}
          {other && other.driver_count > 0 && (
            <Row
              name={`Other (${other.driver_count.toLocaleString()} drivers)`}
              difference={other}
              currency={currency}
            />
          )}
        </tbody>
        {oneTime && oneTime.charges.length > 0 && (
          <tbody id={oneTimeId}>
            <Row
              name="Taxes, credits, one-time fees"
              isSum
              difference={oneTime}
              currency={currency}
            />
            {oneTime.charges.map((charge) => (
              <Row
                key={charge.charge_type}
                name={charge.charge_type}
                isIndented
                links={linksOfCharge(charge.charge_type)}
                badge={<KindBadge driver={charge} />}
                difference={charge}
                currency={currency}
              />
            ))}
          </tbody>
        )}
        {total && (
          <tfoot>
            <Row name="Total" isSum difference={total} currency={currency} />
          </tfoot>
        )}
      </Table>
    </div>
  );
}

function totalOf({ before, after, difference }: CostChanges): Difference | undefined {
  if (!before || !after || difference === null) return undefined;
  return { before: before.amount, after: after.amount, difference };
}

interface RowProps extends NamedValue {
  badge?: ReactNode;
  links?: DriverLinks;
  difference: Difference;
  currency: string;
  /** Whether the row sums others. */
  isSum?: boolean;
  isIndented?: boolean;
  /** The cells of usage and price effects. */
  children?: ReactNode;
}

function Row(props: RowProps) {
  const { name, id, badge, links, difference, currency, isSum, isIndented, children } = props;
  return (
    <tr>
      <td className={isIndented ? 'driver-name indented' : 'driver-name'}>
        <NameText name={name} id={id}>
          {(text) =>
            links?.drill ? (
              <Anchor component={Link} {...links.drill} inherit className="name-link">
                {text}
              </Anchor>
            ) : (
              <span className={isSum ? 'strong' : undefined}>{text}</span>
            )
          }
        </NameText>
      </td>
      <td>{badge}</td>
      <DifferenceCells {...difference} currency={currency} />
      {children ?? <td colSpan={2} />}
      <td className="numeric">
        {(links?.explore || links?.drill) && <DriverMenu name={name} links={links} />}
      </td>
    </tr>
  );
}

function DriverMenu({ name, links: { drill, explore } }: { name: string; links: DriverLinks }) {
  return (
    <RowMenu label={name}>
      {drill && (
        <Menu.Item component={Link} {...drill}>
          Break down further
        </Menu.Item>
      )}
      {explore && (
        <Menu.Item component={Link} {...explore}>
          View in explorer
        </Menu.Item>
      )}
    </RowMenu>
  );
}

const partsSplit = {
  group: '',
  category: 'Added up over categories with usage in one unit.',
  resource: 'Added up over categories and resources with usage in one unit.',
};

/** What usage and prices explain of a difference, and on hover, how and of how much of it. */
function EffectCells({ driver, currency }: { driver: Driver; currency: string }) {
  const { usage, split } = driver;
  if (split === null) {
    const help = 'No part of it has usage in one unit in both periods.';
    return effectHeaders.map((header) => <td key={header} title={help} />);
  }
  const ofUsage = usage
    ? `${Number(usage.before).toLocaleString()} to ${Number(usage.after).toLocaleString()} ${usage.unit}`
    : '';
  const unsplit = isZero(split.unsplit)
    ? ''
    : `${formatSigned(split.unsplit, currency)} is new, gone, or without a single unit.`;
  return [split.usage_effect, split.price_effect].map((effect, index) => (
    <td
      key={effectHeaders[index]}
      className="numeric"
      title={[ofUsage, partsSplit[split.by], unsplit].filter(Boolean).join(' ')}
    >
      <SignedMoney amount={effect} currency={currency} />
      {unsplit && index === 1 && (
        <Text span size="xs" c="dimmed">
          {' '}
          of a part
        </Text>
      )}
    </td>
  ));
}
