import { Button, Group, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { invalidate, useGet } from '../../api/queries.js';
import type { QueryOf } from '../../api/types.js';
import { channelKindOptions } from '../../features/channels/channel.js';
import { deliveriesPath, stateOptions } from '../../features/deliveries/delivery.js';
import { useDeliveryColumns } from '../../features/deliveries/use-delivery-columns.js';
import { ListPage } from '../../parts/ListPage.js';

const filterNames = ['state', 'kind', 'channel_token', 'rule_token'] as const;
type DeliveryFilters = Partial<Record<(typeof filterNames)[number], string>>;

const choices = {
  state: { label: 'State', data: stateOptions },
  kind: {
    label: 'Sent by',
    data: [{ value: 'email', label: 'E-mail' }, ...channelKindOptions],
  },
};

/** The messages of the last 90 days, and how their delivery ended. The filters live in the URL. */
export function DeliveryLog() {
  const search: DeliveryFilters & { page?: string } = useSearch({ strict: false });
  const query = Object.fromEntries(
    filterNames.map((name) => [name, search[name] || undefined]),
  ) as QueryOf<typeof deliveriesPath>;
  const isFiltered = Object.values(query).some(Boolean);
  // The same page that the list reads, for the names of its recipients.
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1);
  const { data } = useGet(deliveriesPath, { query: { ...query, limit: 100, page } });
  const columns = useDeliveryColumns(data?.deliveries ?? []);
  return (
    <ListPage
      title="Delivery log"
      text="What alerts and notifications have sent in the last 90 days, to whom, and how it ended."
      kind="message"
      path={deliveriesPath}
      rows="deliveries"
      query={query}
      filters={<Filters search={search} isFiltered={isFiltered} />}
      columns={columns}
      empty={{
        title: isFiltered ? 'No matches' : 'Nothing was sent yet',
        text: isFiltered
          ? 'Remove a filter to see other messages.'
          : 'Messages appear here as soon as an alert fires or a notification is due.',
      }}
    >
      <Button variant="default" onClick={() => void invalidate(deliveriesPath)}>
        Refresh
      </Button>
    </ListPage>
  );
}

interface FiltersProps {
  search: DeliveryFilters;
  isFiltered: boolean;
}

/** A change returns to the first page. */
function Filters({ search, isFiltered }: FiltersProps) {
  const navigate = useNavigate();
  const change = (next: DeliveryFilters) =>
    void navigate({ to: '.', search: { ...search, ...next, page: '' }, replace: true });
  return (
    <Group component="search" gap="sm" mb="md" align="flex-end">
      {(['state', 'kind'] as const).map((name) => (
        <Select
          key={name}
          label={choices[name].label}
          w={170}
          clearable
          placeholder="Any"
          data={choices[name].data}
          value={search[name] ?? null}
          onChange={(value) => change({ [name]: value ?? '' })}
        />
      ))}
      {isFiltered && (
        <Button variant="default" onClick={() => void navigate({ to: '.', search: {} })}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
