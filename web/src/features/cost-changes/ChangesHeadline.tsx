import { Alert, Group, Paper, Stack, Text } from '@mantine/core';
import { formatDay } from '../../lib/dates.js';
import { Money } from '../../parts/figures.js';
import { minus } from '../../lib/decimal.js';
import { PartialTags } from '../costs/PartialTags.js';
import { formatSigned, Percent, SignedMoney } from './figures.js';
import type { CostChanges, Period } from './use-cost-changes.js';

/** Both periods, the difference, and what of it is one-time; or why they cannot be compared. */
export function ChangesHeadline({ changes }: { changes: CostChanges }) {
  const { before, after, difference, currency, per_day: perDay, one_time: oneTime } = changes;
  if (!before || !after) {
    return (
      <Alert color="gray">
        No day of this period is complete yet. Choose an earlier one to see what changed.
      </Alert>
    );
  }
  return (
    <Paper withBorder p="md" radius="md">
      <Group gap="xl" align="flex-start">
        <PeriodFigure
          label={perDay ? 'Before, per day' : 'Before'}
          period={before}
          currency={currency}
        />
        <Text fz={28} c="dimmed" aria-hidden visibleFrom="xs" mt={18}>
          →
        </Text>
        <PeriodFigure
          label={perDay ? 'After, per day' : 'After'}
          period={after}
          currency={currency}
        />
        <div>
          <Text size="xs" c="dimmed">
            {perDay ? 'Difference per day' : 'Difference'}
          </Text>
          {difference === null ? (
            <Text fw={600} mt={8}>
              Not comparable
            </Text>
          ) : (
            <>
              <Text fz={28} fw={600} component="div">
                <SignedMoney amount={difference} currency={currency} />{' '}
                <Text span size="sm" c="dimmed" fw={400}>
                  <Percent difference={difference} before={before.amount} />
                </Text>
              </Text>
              {oneTime && (
                <Text size="xs" c="dimmed">
                  Run rate {formatSigned(minus(difference, oneTime.difference), currency)}, taxes,
                  credits and one-time fees {formatSigned(oneTime.difference, currency)}
                </Text>
              )}
            </>
          )}
        </div>
      </Group>
      <Notes changes={changes} before={before} after={after} />
    </Paper>
  );
}

interface PeriodFigureProps {
  label: string;
  period: Period;
  currency: string;
}

function PeriodFigure({ label, period, currency }: PeriodFigureProps) {
  const { start_date: start, end_date: end, days, days_with_data: withData, amount } = period;
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fz={28} fw={600} component="div">
        {withData === 0 ? 'No data' : <Money amount={amount} currency={currency} />}
      </Text>
      <Text size="xs" c="dimmed">
        {formatDay(start)} to {formatDay(end)},{' '}
        {withData < days ? `${withData} of ${days} days have data` : `${days} days`}
      </Text>
    </div>
  );
}

function Notes({
  changes,
  before,
  after,
}: {
  changes: CostChanges;
  before: Period;
  after: Period;
}) {
  const { difference, per_day: perDay, unconverted_costs: unconverted } = changes;
  return (
    <Stack gap={4} mt="sm" mih={0}>
      {difference === null && (
        <Alert color="gray" role="status">
          Costs of some days have not been imported, so a difference would be misleading. Choose two
          periods that have data for all of their days.
        </Alert>
      )}
      {difference !== null && before.days !== after.days && !perDay && (
        <Text size="xs" c="dimmed">
          The periods have different lengths: {before.days} and {after.days} days. Switch to “Per
          day” to compare averages.
        </Text>
      )}
      <PartialTags tags={changes.partial_tags} />
      {unconverted && (
        <Text size="xs" c="dimmed">
          Costs in currencies without an exchange rate are not included.
        </Text>
      )}
    </Stack>
  );
}
