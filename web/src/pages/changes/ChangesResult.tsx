import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ChangesQuery } from '../../features/cost-changes/changes-query.js';
import { ChangesHeadline } from '../../features/cost-changes/ChangesHeadline.js';
import { driverNames } from '../../features/cost-changes/driver-names.js';
import { ChangesTable, oneTimeId } from '../../features/cost-changes/ChangesTable.js';
import type { CostChanges, Driver } from '../../features/cost-changes/use-cost-changes.js';
import { type BarTarget, waterfallBars } from '../../features/cost-changes/waterfall-bars.js';
import type { CostReport } from '../../features/cost-reports/cost-report.js';
import { groupingLabel, type GroupValue } from '../../features/costs/groupings.js';
import type { Names } from '../../features/costs/use-names.js';
import { Waterfall } from '../../parts/chart/Waterfall.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { Pager } from '../../parts/Pager.js';
import { exploreLink, linksOfCharges, linksOfGroups } from './driver-links.js';

interface ChangesResultProps {
  query: ChangesQuery;
  changes: CostChanges;
  names: Names;
  providers: readonly string[];
  report: CostReport | undefined;
  onChange: (change: Partial<ChangesQuery>) => void;
}

/** The headline, the waterfall, and the table with its figures. */
export function ChangesResult(props: ChangesResultProps) {
  const { query, changes, names, providers, report, onChange } = props;
  const { groupings, page } = query;
  const { links, currency, difference, driver_count: count, one_time: oneTime } = changes;
  const nameOf = useMemo(() => driverNames(groupings, names), [groupings, names]);
  const bars = useMemo(
    () => waterfallBars(changes, (driver) => nameOf(driver).name),
    [changes, nameOf],
  );
  const context = { query, providers, report };
  const linksOf = linksOfGroups(context);
  const groupLinks = (driver: Driver) => linksOf(driver.group as Record<string, GroupValue>);
  const pick = usePick(props, groupLinks);
  const isEmpty = count === 0 && oneTime?.charges.length === 0;
  if (difference === null) return <ChangesHeadline changes={changes} />;
  return (
    <Stack gap="md">
      <ChangesHeadline changes={changes} />
      {isEmpty ? (
        <EmptyState
          title="No costs in either period"
          text="Choose other periods, or remove a filter."
        />
      ) : (
        <>
          <Group justify="space-between" align="baseline">
            <Title order={2}>By {groupings.map(groupingLabel).join(' and ').toLowerCase()}</Title>
            <Anchor component={Link} {...exploreLink(query, report)} size="sm">
              View in explorer
            </Anchor>
          </Group>
          <Waterfall
            label="Waterfall from the costs before to the costs after; the table below has the figures"
            bars={bars}
            currency={currency}
            onPick={(index) => pick(bars[index]!.target)}
          />
          <Text size="xs" c="dimmed">
            Select a bar or a driver to break it down further.
          </Text>
          <ChangesTable
            changes={changes}
            nameOf={nameOf}
            linksOf={groupLinks}
            linksOfCharge={linksOfCharges(context)}
          />
          <Pager
            links={links}
            page={page}
            onPage={(next) => onChange({ page: next })}
            isSortable={false}
          />
        </>
      )}
    </Stack>
  );
}

/** What a click on a bar of the waterfall opens. */
function usePick(
  { query, changes, report, onChange }: ChangesResultProps,
  linksOf: (driver: Driver) => ReturnType<ReturnType<typeof linksOfGroups>>,
) {
  const navigate = useNavigate();
  return (target: BarTarget) => {
    if (target.kind === 'other') return onChange({ page: changes.links.next ? query.page + 1 : 1 });
    if (target.kind === 'one-time') {
      return document.getElementById(oneTimeId)?.scrollIntoView({ block: 'center' });
    }
    if (target.kind === 'driver') {
      const { drill } = linksOf(target.driver);
      return drill && void navigate(drill);
    }
    return void navigate(exploreLink(query, report, changes[target.kind] ?? undefined));
  };
}
