import type { DateRange } from '../../../../src/platform/lib/date-intervals.js';
import { formatDateRange } from '../../lib/dates.js';
import { Icon } from '../../parts/icons.js';
import { Layer } from '../../parts/Layer.js';
import { DateFields } from './DateFields.js';

interface DaysMenuProps {
  range: DateRange;
  onChange: (range: DateRange) => void;
}

/** The chosen days, and a calendar to change them. */
export function DaysMenu({ range, onChange }: DaysMenuProps) {
  const text = formatDateRange(range.start, range.end);
  return (
    <Layer
      variant="default"
      title="Days"
      buttonLabel={`Days: ${text}`}
      label={text}
      leftSection={<Icon name="plan" size={14} />}
    >
      {(close) => (
        <DateFields
          initial={range}
          onApply={(next) => {
            close();
            onChange(next);
          }}
        />
      )}
    </Layer>
  );
}
