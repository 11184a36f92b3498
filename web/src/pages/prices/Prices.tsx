import { Alert, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useGet } from '../../api/queries.js';
import { formatDay } from '../../lib/dates.js';
import { ListPage } from '../../parts/ListPage.js';
import { PriceFilters, type PriceSearch } from './PriceFilters.js';
import { priceColumns } from './price-columns.js';

/** List prices by provider, service, name and region, on demand beside commitments. */
export function Prices() {
  const search: PriceSearch = useSearch({ strict: false });
  const { data } = useGet('/v2/prices/offers');
  const offers = data?.price_offers ?? [];
  const seed = offers.find(({ source }) => source === 'seed');
  const query = {
    provider_id: search.provider || undefined,
    service_id: search.service || undefined,
    region: search.region || undefined,
    name: search.name || undefined,
  };
  const isFiltered = Object.values(query).some(Boolean);
  return (
    <ListPage
      title="Prices"
      text="List prices, without your discounts, in the currency of the price list. A month has 730 hours; an upfront fee is spread over its term."
      kind="price"
      path="/v2/prices"
      rows="prices"
      query={query}
      filters={
        <>
          <PriceFilters search={search} offers={offers} isFiltered={isFiltered} />
          {seed && <SeedNote day={seed.published_on} />}
        </>
      }
      columns={priceColumns}
      keyOf={(row) => [row.product_id, row.region, row.platform].join(' ')}
      empty={{
        title: isFiltered ? 'No matches' : 'There are no prices',
        text: isFiltered
          ? 'No price list has this. Remove a filter, or search for a part of the name, such as m5.'
          : 'The operator of this installation imports price lists with “farthing prices import”.',
      }}
    />
  );
}

function SeedNote({ day }: { day: string }) {
  return (
    <Alert mb="md" p="xs" variant="light" color="gray">
      <Text size="sm">
        Prices marked “example” ship with this release. They were compiled from memory of public
        list prices of {formatDay(day)}, as examples for estimates: they are not a current price
        list. “≈” was derived from a usual discount or another region. To load a real price list,
        the operator of this installation runs <code>farthing prices import FILE</code> with an AWS
        offer file, pages of the Azure retail prices API or of the Google Cloud billing catalog.
      </Text>
    </Alert>
  );
}
