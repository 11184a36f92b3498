import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, useMemo, useState } from 'react';
import { approximate } from '../../lib/decimal.js';
import { formatPercent } from '../../lib/money.js';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { Money } from '../../parts/figures.js';
import {
  type Efficiency,
  type EfficiencyFigure,
  levelOf,
  nameOf,
  type Place,
  placeWithin,
} from './levels.js';
import './kubernetes.css';

interface EfficiencyTableProps {
  place: Place;
  dates: string | undefined;
  groups: Efficiency;
}

/** The groups of a level; each leads to the level below. */
export function EfficiencyTable({ place, dates, groups }: EfficiencyTableProps) {
  const [sorting, sort] = useState<Sorting>({ id: 'idle', isDescending: true });
  const level = levelOf(place);
  const columns = useMemo(() => columnsOf(place, dates), [place, dates]);
  return (
    <DataTable
      label={level.plural}
      columns={columns}
      rows={groups.figures}
      keyOf={({ groups: [group], currency }) => `${currency} ${group ?? ''}`}
      sorting={sorting}
      onSort={sort}
    />
  );
}

function columnsOf(place: Place, dates: string | undefined): Column<EfficiencyFigure>[] {
  const level = levelOf(place);
  return [
    {
      id: 'name',
      header: level.label,
      sort: ({ groups: [group] }) => nameOf(level, group ?? null),
      cell: ({ groups: [group = null] }) => {
        const below = placeWithin(place, group);
        const name = nameOf(level, group);
        return below ? (
          <Anchor
            component={Link}
            to="/kubernetes"
            search={{ ...below, ...(dates && { dates }) } as never}
            inherit
          >
            {name}
          </Anchor>
        ) : (
          name
        );
      },
    },
    ...figureColumns,
  ];
}

/** Cost, idle cost and efficiency. */
export const figureColumns: Column<EfficiencyFigure>[] = [
  {
    id: 'amount',
    header: 'Cost',
    isNumeric: true,
    sort: ({ amount }) => approximate(amount),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: 'idle',
    header: 'Idle',
    isNumeric: true,
    sort: ({ idle_cost: idle }) => approximate(idle),
    cell: ({ idle_cost: idle, currency }) => <Money amount={idle} currency={currency} />,
  },
  {
    id: 'efficiency',
    header: 'Efficiency',
    sort: ({ cost_efficiency: percent }) => (percent === null ? -1 : approximate(percent)),
    cell: ({ cost_efficiency: percent }) => <EfficiencyBar percent={percent} />,
  },
];

function EfficiencyBar({ percent }: { percent: string | null }) {
  if (percent === null) return <span title="There is no cost">–</span>;
  const share = approximate(percent) / 100;
  return (
    <span
      className="efficiency-bar"
      style={{ '--used': `${Math.min(Math.max(share, 0), 1) * 100}%` } as CSSProperties}
    >
      <span className="efficiency-track" aria-hidden />
      <span className="efficiency-text">{formatPercent(share)}</span>
    </span>
  );
}
