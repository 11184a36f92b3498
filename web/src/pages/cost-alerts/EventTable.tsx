import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '../../api/current-user.js';
import type { Schemas } from '../../api/types.js';
import { type CostReport, reportPage } from '../../features/cost-reports/cost-report.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { useProviders } from '../../features/costs/use-costs.js';
import { type Names, useNames } from '../../features/costs/use-names.js';
import { formatBin, formatDay, lastDayOf } from '../../lib/dates.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { DateText, Money } from '../../parts/figures.js';
import { ChangeText } from './ChangeText.js';
import { explainChange, exploreChange, nameOfChange } from './event-question.js';

type CostAlertEvent = Schemas['CostAlertEvent'];

interface Context {
  reports: readonly CostReport[];
  providers: readonly string[];
  names: Names;
  currency: string;
}

/** What a cost alert reported, the latest first, with the question behind each event. */
export function EventTable({ events }: { events: readonly CostAlertEvent[] }) {
  const currency = useWorkspace()?.currency ?? '';
  const names = useNames();
  const { reports } = useReports();
  const providers = useProviders();
  const columns = useMemo(() => {
    const keys = providers?.map(({ key }) => key) ?? [];
    return columnsOf({ reports, providers: keys, names, currency });
  }, [reports, providers, names, currency]);
  if (events.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        This alert has not reported anything yet.
      </Text>
    );
  }
  return (
    <DataTable label="Events" columns={columns} rows={events} keyOf={(event) => event.token} />
  );
}

function columnsOf({ reports, providers, names, currency }: Context): Column<CostAlertEvent>[] {
  const contextOf = ({ report_token: token }: CostAlertEvent) => ({
    report: reports.find((each) => each.token === token),
    providers,
  });
  return [
    {
      id: 'day',
      header: 'Reported for',
      cell: (event) => <DateText day={dayOf(event)} />,
    },
    {
      id: 'group',
      header: 'Group',
      cell: (event) => (
        <>
          {nameOfChange(event.metadata, contextOf(event).report, names)}
          <Text size="xs" c="dimmed">
            {contextOf(event).report ? (
              <Anchor component={Link} to={reportPage(event.report_token)} inherit>
                {contextOf(event).report!.title}
              </Anchor>
            ) : (
              'Cost report (deleted or hidden)'
            )}
          </Text>
        </>
      ),
    },
    { id: 'compared', header: 'Compared', cell: ({ metadata }) => comparedText(metadata) },
    {
      id: 'previous',
      header: 'Before',
      isNumeric: true,
      cell: ({ metadata }) => <Money amount={metadata.previous_cost} currency={currency} />,
    },
    {
      id: 'current',
      header: 'Now',
      isNumeric: true,
      cell: (event) => (
        <>
          <Money amount={event.metadata.current_cost} currency={currency} />
          {isPartial(event) && (
            <Text size="xs" c="dimmed">
              through <DateText day={dayOf(event)} />
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'change',
      header: 'Change',
      isNumeric: true,
      cell: ({ metadata, description }) => (
        <span title={description}>
          <ChangeText change={metadata} currency={currency} />
        </span>
      ),
    },
    {
      id: 'links',
      header: 'Question',
      cell: (event) => <Links event={event} context={contextOf(event)} />,
    },
  ];
}

interface LinksProps {
  event: CostAlertEvent;
  context: { report: CostReport | undefined; providers: readonly string[] };
}

/** The same question on the page Changes and in the explorer. */
function Links({ event: { metadata, report_token: token }, context }: LinksProps) {
  if (!context.report) return '–';
  return (
    <Group gap="sm" wrap="nowrap">
      <Anchor component={Link} {...explainChange(metadata, token, context)} inherit>
        Why?
      </Anchor>
      <ExploreLink to={reportPage(token)} search={exploreChange(metadata, context)}>
        Explore
      </ExploreLink>
    </Group>
  );
}

/** The last day whose costs the event is about. */
const dayOf = ({ triggered_at: moment }: CostAlertEvent): string => moment.slice(0, 10);

/** Whether the interval was not over: its costs are those through the day of the event. */
const isPartial = (event: CostAlertEvent): boolean =>
  dayOf(event) < lastDayOf(event.metadata.interval_start, event.metadata.interval);

/** `Mar 9, 2026 with Mar 8, 2026` */
function comparedText({
  interval,
  interval_start: start,
  previous_interval_start: previous,
}: CostAlertEvent['metadata']): string {
  const nameOf = (day: string): string => {
    if (interval === 'day') return formatDay(day);
    if (interval === 'week') return `week of ${formatDay(day)}`;
    const month = formatBin(day, 'month');
    return interval === 'month' ? month : `quarter from ${month}`;
  };
  return `${nameOf(start)} with ${nameOf(previous)}`;
}
