import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useHasRole } from '../../api/current-user.js';
import type { Schemas } from '../../api/types.js';
import { ExploreLink } from '../../features/costs/ExploreLink.js';
import { exploreSearch } from '../../features/costs/explore-search.js';
import { IntervalSelect } from '../../features/costs/IntervalSelect.js';
import { useProviders } from '../../features/costs/use-costs.js';
import { useInterval } from '../../features/costs/use-interval.js';
import { useProviderNames } from '../../features/integrations/integration.js';
import { formatDay } from '../../lib/dates.js';
import { DataTable } from '../../parts/DataTable.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { Figure, Money } from '../../parts/figures.js';
import { Icon } from '../../parts/icons.js';
import { useListState } from '../../parts/list-state.js';
import { Pager } from '../../parts/Pager.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { type TagSettings, bulkChanges, updateTags } from './tag-settings.js';
import { costColumns, settingColumns } from './tag-columns.js';
import { useTagCosts } from './use-tag-costs.js';

/** The tag keys of a date range by cost; integration owners also choose how menus list them. */
export function Tags() {
  const mayEdit = useHasRole('Integration Owner');
  const namesOf = useProviderNames();
  const state = useListState();
  const dates = useInterval('last_30_days');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const search = useDebouncedCallback(state.search, 250);
  const { data, error, isPlaceholderData } = useTagCosts(dates.range, state);
  const apply = async (settings: TagSettings) => {
    await updateTags([...selected], settings);
    setSelected(new Set());
  };
  // Without providers there are no costs to ask for.
  const isEmpty = useProviders()?.length === 0 || data?.tags.length === 0;
  return (
    <>
      <PageTitle
        title="Tags"
        text="Costs by tag key. Menus list preferred keys first and leave out hidden ones."
      />
      {data && <Coverage costs={data} />}
      <Group mb="sm" gap="sm">
        <TextInput
          aria-label="Search tags"
          placeholder="Search"
          leftSection={<Icon name="search" size={14} />}
          defaultValue={state.text}
          onChange={(event) => search(event.currentTarget.value)}
        />
        <IntervalSelect value={dates.name} onChange={dates.choose} />
        {selected.size > 0 &&
          bulkChanges.map(({ label, settings }) => (
            <Button key={label} variant="default" onClick={() => void apply(settings)}>
              {label} {selected.size}
            </Button>
          ))}
      </Group>
      {error && <ErrorNote error={error} />}
      {!data && !error && !isEmpty && <TableSkeleton />}
      {isEmpty && state.text && <Text c="dimmed">No matches.</Text>}
      {isEmpty && !state.text && (
        <EmptyState
          title="No costs of this date range have tags"
          text="Tags are imported with the bills. Choose a longer date range, or import a bill whose costs have tags or labels."
          action={{ label: 'View integrations', to: '/integrations' }}
        />
      )}
      {data && !isEmpty && (
        <div className={isPlaceholderData ? 'stale' : ''} aria-busy={isPlaceholderData}>
          <DataTable
            label="Tags"
            columns={[
              ...costColumns(data, dates.name, namesOf),
              ...(mayEdit ? settingColumns : []),
            ]}
            rows={data.tags}
            keyOf={(row) => row.tag_key}
            sorting={state.sorting}
            onSort={state.sort}
            {...(mayEdit ? { selected, onSelect: setSelected } : {})}
          />
        </div>
      )}
      {data && <Pager links={data.links} page={state.page} onPage={state.openPage} />}
    </>
  );
}

/** How much of the costs is tagged at all. */
function Coverage({ costs }: { costs: Schemas['TagCosts'] }) {
  const { currency, total, tagged, complete_through: through } = costs;
  const [start, end] = [costs.start_date, costs.end_date];
  const range = `${formatDay(start)} to ${formatDay(end)}`;
  const search = exploreSearch({ start, end, groupings: ['tagged'] });
  const isIncomplete = through !== null && through < end;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" mb="md">
      <Figure label="Tagged costs" help={`Share of the costs from ${range} that have any tag.`}>
        <ExploreLink search={search} className="figure-link">
          {tagged.percent === null ? '–' : `${tagged.percent}%`}
        </ExploreLink>
      </Figure>
      <Figure label="Amount with tags" help={`Costs from ${range} that have any tag.`}>
        <ExploreLink search={search} className="figure-link">
          <Money amount={tagged.amount} currency={currency} isCompact />
        </ExploreLink>
      </Figure>
      <Figure
        label={`Total, ${range} (UTC)`}
        help={
          isIncomplete
            ? `Costs are complete through ${formatDay(through)}; later days still grow.`
            : 'All days are complete.'
        }
      >
        <ExploreLink search={search} className="figure-link">
          <Money amount={total} currency={currency} isCompact />
        </ExploreLink>
      </Figure>
    </SimpleGrid>
  );
}
