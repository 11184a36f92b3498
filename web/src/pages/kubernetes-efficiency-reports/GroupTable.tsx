import { useMemo, useState } from 'react';
import { type Column, DataTable, type Sorting } from '../../parts/DataTable.js';
import { figureColumns } from './EfficiencyTable.js';
import { groupingLabel } from './groupings.js';
import { type Efficiency, type EfficiencyFigure, nameOf } from './levels.js';

/** Columns of figures by the measure of a report. */
const columnOf: Readonly<Record<string, string>> = {
  idle_cost: 'idle',
  amount: 'amount',
  cost_efficiency: 'efficiency',
};

/** The groups of a report, with a column for each of its groupings. */
export function GroupTable({ groups, sortedBy }: { groups: Efficiency; sortedBy: string }) {
  const [sorting, sort] = useState<Sorting>({
    id: columnOf[sortedBy] ?? 'idle',
    isDescending: sortedBy !== 'cost_efficiency',
  });
  const columns = useMemo(
    () => [
      ...groups.groupings.map((name, index): Column<EfficiencyFigure> => {
        const label = groupingLabel(name);
        const nameIn = ({ groups: values }: EfficiencyFigure) =>
          nameOf({ label }, values[index] ?? null);
        return { id: name, header: label, sort: nameIn, cell: nameIn };
      }),
      ...figureColumns,
    ],
    [groups.groupings],
  );
  return (
    <DataTable
      label="Groups"
      columns={columns}
      rows={groups.figures}
      keyOf={({ groups: values, currency }) => JSON.stringify([currency, ...values])}
      sorting={sorting}
      onSort={sort}
    />
  );
}
