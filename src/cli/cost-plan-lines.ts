import type { CostPlan } from '../api/costs/cost-plan.js';
import { printable } from './screen-table.js';

/** A plan as lines with a label each. */
export function planLines(plan: CostPlan): string[] {
  const { first_day: first, last_day: last, groupings, virtual_tags: tags } = plan;
  const rows: [label: string, values: string[]][] = [
    ['Days', [`${first} to ${last}, by ${plan.date_bin}`]],
    ['Amounts', [`${plan.amounts}, in ${plan.currency}`]],
    ['Converts', plan.converted_currencies],
    ['Without a rate', plan.unconverted_currencies],
    ['Groups by', groupings],
    ['Reads', plan.tables.map(tableText)],
    ['Virtual tags', tags.map(({ key, splits }) => (splits ? `${key}, splits ${splits}` : key))],
    ['Leaves out', plan.excluded_charges],
    ['Conditions', plan.conditions],
  ];
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.flatMap(([label, values]) =>
    values.flatMap((value, index) =>
      value
        .split('\n')
        .map((line, part) =>
          `${(index + part === 0 ? label : '').padEnd(width)}${printable(line)}`.trimEnd(),
        ),
    ),
  );
}

const tableText = ({ table, sums, months }: CostPlan['tables'][number]): string =>
  [table, ...(sums === 'lines' ? [] : [sums]), ...(months === null ? [] : [months])].join(', ');
