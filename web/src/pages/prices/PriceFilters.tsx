import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { providerName } from '../../../../src/domain/costs/providers/providers.js';
import type { Schemas } from '../../api/types.js';
import { Icon } from '../../parts/icons.js';

export interface PriceSearch {
  provider?: string;
  service?: string;
  region?: string;
  name?: string;
}

interface PriceFiltersProps {
  search: PriceSearch;
  offers: readonly Schemas['PriceOffer'][];
  isFiltered: boolean;
}

/** The filters live in the address; a change returns to the first page. */
export function PriceFilters({ search, offers, isFiltered }: PriceFiltersProps) {
  const navigate = useNavigate();
  const change = (next: PriceSearch) =>
    void navigate({ to: '.', search: { ...search, ...next, page: '' }, replace: true });
  const [name, setName] = useState(search.name ?? '');
  const changeName = useDebouncedCallback((text: string) => change({ name: text.trim() }), 250);
  const ofProvider = offers.filter(
    ({ provider_id: provider }) => !search.provider || provider === search.provider,
  );
  const ofService = ofProvider.filter(
    ({ service_id: service }) => !search.service || service === search.service,
  );
  return (
    <Group component="search" gap="sm" mb="md" align="flex-end">
      <TextInput
        label="Name"
        placeholder="m5.large"
        leftSection={<Icon name="search" size={14} />}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          changeName(event.currentTarget.value);
        }}
      />
      <Select
        label="Provider"
        w={170}
        clearable
        placeholder="Any"
        data={distinct(offers.map(({ provider_id: id }) => id)).map((value) => ({
          value,
          label: providerName(value),
        }))}
        value={search.provider || null}
        onChange={(provider) => change({ provider: provider ?? '', service: '', region: '' })}
      />
      <Select
        label="Service"
        w={210}
        clearable
        searchable
        placeholder="Any"
        data={distinct(ofProvider.map(({ service_id: id }) => id))}
        value={search.service || null}
        onChange={(service) => change({ service: service ?? '', region: '' })}
      />
      <Select
        label="Region"
        w={170}
        clearable
        searchable
        placeholder="Any"
        data={distinct(ofService.map(({ region }) => region))}
        value={search.region || null}
        onChange={(region) => change({ region: region ?? '' })}
      />
      {isFiltered && (
        <Button
          variant="default"
          onClick={() => {
            setName('');
            void navigate({ to: '.', search: {} });
          }}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}

const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();
