import { useGet } from '../../../../api/queries.js';
import type { Schemas } from '../../../../api/types.js';
import { type RowsWidgetProps } from './dates.js';
import { rowLimit, Rows } from './Rows.js';
import { RowsState } from './RowsState.js';

/** The largest savings of a recommendation view. */
export function RecommendationsWidget({ item }: RowsWidgetProps) {
  const view = useGet('/v2/recommendation_views/{recommendation_view_token}', {
    path: { recommendation_view_token: item.widgetable_token! },
  });
  return (
    <RowsState query={view}>{(data) => <Recommendations item={item} view={data} />}</RowsState>
  );
}

interface RecommendationsProps extends Pick<RowsWidgetProps, 'item'> {
  view: Schemas['RecommendationView'];
}

function Recommendations({ item, view }: RecommendationsProps) {
  const query = useGet('/v2/recommendations', {
    query: {
      workspace_token: view.workspace_token,
      filter: 'open',
      limit: rowLimit,
      provider_ids: view.provider_ids,
      billing_account_ids: view.billing_account_ids,
      account_ids: view.account_ids,
      regions: view.regions,
      types: view.types,
      tag_key: view.tag_key ?? undefined,
      tag_value: view.tag_value ?? undefined,
      start_date: view.start_date ?? undefined,
      end_date: view.end_date ?? undefined,
      min_savings: view.min_savings ?? undefined,
    },
  });
  return (
    <RowsState query={query}>
      {({ recommendations, links }) => (
        <Rows
          item={item}
          headers={['Recommendation', 'Saving per month', 'Resources']}
          rows={recommendations.map((each) => ({
            key: each.token,
            name: each.description,
            to: `/recommendations/${each.token}`,
            amount: each.potential_savings ?? '0',
            currency: each.currency_code ?? 'USD',
            detail: `${each.resources_affected_count} ${each.resources_affected_count === 1 ? 'resource' : 'resources'}${each.uses_example_prices ? ', example prices' : ''}`,
          }))}
          hasMore={links.next !== null}
          note="Savings per month of open recommendations."
        />
      )}
    </RowsState>
  );
}
