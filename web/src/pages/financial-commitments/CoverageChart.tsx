import { useMemo } from 'react';
import { Chart } from '../../parts/chart/Chart.js';
import type { ChartData } from '../../parts/chart/chart-data.js';
import { legendOverlays } from '../../parts/chart/legend-overlays.js';
import type { Figures } from './figures.js';
import { percentOf } from './percent.js';

const parts = [
  { name: 'Covered by commitments', key: 'covered_spend', colour: '#3f72d2' },
  { name: 'Unused commitments', key: 'unused_cost', colour: '#b8860b' },
  { name: 'Spot', key: 'spot_cost', colour: '#2f8f6b' },
  { name: 'On demand', key: 'on_demand_cost', colour: '#8a94a6' },
] as const;
const colours = new Map(parts.map(({ name, colour }) => [name as string, colour as string]));

/** Spend by kind as bars, coverage and utilization as lines on an axis of their own. */
export function CoverageChart({ figures }: { figures: Figures }) {
  const data = useMemo((): ChartData => {
    const { total, buckets, currency, date_bucket: bin, complete_through: through } = figures;
    const line = (
      name: string,
      key: 'coverage_percent' | 'utilization_percent',
      colour: string,
    ) => ({
      name,
      colour,
      amounts: total.buckets.map((bucket) => bucket[key]),
      format: percentOf,
    });
    return {
      kind: 'bar',
      bins: buckets,
      bin,
      range: { start: figures.start_date, end: figures.end_date },
      series: parts.map(({ name, key }) => ({
        name,
        total: total[key],
        amounts: total.buckets.map((bucket) => bucket[key]),
      })),
      colours,
      currency,
      completeThrough: through,
      secondLines: [
        line('Coverage', 'coverage_percent', '#7a3fd2'),
        line('Utilization', 'utilization_percent', '#c2410c'),
      ],
    };
  }, [figures]);
  return (
    <figure style={{ margin: 0 }}>
      <Chart label="Spend by kind, coverage and utilization over time" height={300} {...data} />
      <ul className="chart-legend" aria-label="Legend">
        {parts.map(({ name, colour }) => (
          <li key={name}>
            <span className="chart-legend-entry">
              <span className="swatch" style={{ background: colour }} />
              {name}
            </span>
          </li>
        ))}
        {legendOverlays(data).map((overlay) => (
          <li key={overlay.name}>
            <span className="chart-legend-entry">
              <span
                className={`swatch swatch-${overlay.swatch}`}
                style={{ background: overlay.colour }}
              />
              {overlay.name}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
