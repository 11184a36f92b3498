import { isMissing, otherColour } from '../../../lib/palette.js';
import type { TableRow } from './table-row.js';

interface NameCellProps {
  row: TableRow;
  colour: string | undefined;
  /** Undefined where the chart does not show the series. */
  isHidden: boolean | undefined;
  onToggle: (name: string) => void;
  onDrill: ((row: TableRow) => void) | undefined;
}

/** The name of a row with its colour; a click on the colour hides the series, one on the name drills into it. */
export function NameCell({
  row,
  colour = otherColour,
  isHidden,
  onToggle,
  onDrill,
}: NameCellProps) {
  const { name, detail } = row;
  const swatch = (
    <span
      className={isMissing(name) ? 'swatch swatch-hatched' : 'swatch'}
      style={{ background: colour, opacity: isHidden ? 0.25 : 1 }}
    />
  );
  return (
    <span className="series-name" title={detail ? `${name} (${detail})` : name}>
      {isHidden === undefined ? (
        swatch
      ) : (
        <button
          type="button"
          className="swatch-button"
          aria-label={`Show ${name} in the chart`}
          aria-pressed={!isHidden}
          onClick={() => onToggle(name)}
        >
          {swatch}
        </button>
      )}
      <span className="ellipsis">
        {onDrill ? (
          <button type="button" className="link-button" onClick={() => onDrill(row)}>
            {name}
          </button>
        ) : (
          name
        )}
        {detail && <span className="row-detail">{detail}</span>}
      </span>
    </span>
  );
}
