import { Text } from '@mantine/core';
import { formatDay } from '../../lib/dates.js';

const forecastRule = 'Forecasts count these with what is billed or forecast, whichever is larger.';

interface FiguresNoteProps {
  complete_through: string | null;
  unconverted_currencies: readonly string[];
}

/** Through which day the spend of budgets is complete, and what it leaves out. */
export function FiguresNote({
  complete_through: through,
  unconverted_currencies: missing,
}: FiguresNoteProps) {
  return (
    <Text size="xs" c="dimmed">
      {through === null
        ? 'No day of these costs is complete yet.'
        : `Costs are complete through ${formatDay(through)}; later days still grow. ${forecastRule}`}
      {missing.length > 0 &&
        ` Costs in ${missing.join(', ')} are not included, because an exchange rate is missing.`}
    </Text>
  );
}
