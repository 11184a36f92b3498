import { isMissing, otherColour } from '../../../lib/palette.js';
import { NameText } from '../../../parts/NameText.js';
import type { TableRow } from './table-row.js';

interface NameCellProps {
  row: TableRow;
  /** The row in the first grouping. */
  name: string;
  id?: string | undefined;
  colour: string | undefined;
  /** Undefined where the chart does not show the series. */
  isHidden: boolean | undefined;
  onToggle: (name: string) => void;
  onDrill: ((row: TableRow) => void) | undefined;
}

/** The name of a row with its colour; a click on the colour hides the series, one on the name drills into it. */
export function NameCell(props: NameCellProps) {
  const { row, name, id, colour = otherColour, isHidden, onToggle, onDrill } = props;
  const swatch = (
    <span
      className={isMissing(row.name) ? 'swatch swatch-hatched' : 'swatch'}
      style={{ background: colour, opacity: isHidden ? 0.25 : 1 }}
    />
  );
  return (
    <span className="series-name">
      {isHidden === undefined ? (
        swatch
      ) : (
        <button
          type="button"
          className="swatch-button"
          aria-label={`Show ${row.name} in the chart`}
          aria-pressed={!isHidden}
          onClick={() => onToggle(row.name)}
        >
          {swatch}
        </button>
      )}
      <NameText name={name} id={id}>
        {(text) =>
          onDrill ? (
            <button type="button" className="link-button" onClick={() => onDrill(row)}>
              {text}
            </button>
          ) : (
            text
          )
        }
      </NameText>
      {row.detail && <span className="row-detail">{row.detail}</span>}
    </span>
  );
}
