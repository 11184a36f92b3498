import { isMissing } from '../../lib/palette.js';
import type { ChartData } from './chart-data.js';
import { MiddleEllipsis } from '../NameText.js';
import { PieValue } from './PieValue.js';
import { legendOverlays } from './legend-overlays.js';

/** The legend of a chart whose series cannot be hidden. */
export function SeriesLegend(data: ChartData) {
  return (
    <ul className="chart-legend" aria-label="Legend">
      {data.series.map(({ name }) => (
        <li key={name}>
          <span className="chart-legend-entry" title={name}>
            <span
              className={isMissing(name) ? 'swatch swatch-hatched' : 'swatch'}
              style={{ background: data.colours.get(name) }}
            />
            <MiddleEllipsis text={name} />
          </span>
          <PieValue name={name} data={data} />
        </li>
      ))}
      {legendOverlays(data).map(({ name, swatch }) => (
        <li key={`overlay ${name}`}>
          <span className="chart-legend-entry">
            <span className={`swatch swatch-${swatch}`} />
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}
