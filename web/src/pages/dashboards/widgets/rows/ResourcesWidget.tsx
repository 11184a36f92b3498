import { typeName } from '../../../../../../src/domain/optimise/resources/type-name.js';
import { useGet } from '../../../../api/queries.js';
import { nameOf, resourcePage, resourcesPath } from '../../../../features/resources/resource.js';
import { type RowsWidgetProps } from './dates.js';
import { rowLimit, Rows } from './Rows.js';
import { RowsState } from './RowsState.js';

/** The most expensive resources of a resource report. */
export function ResourcesWidget({ item }: RowsWidgetProps) {
  const query = useGet(resourcesPath, {
    query: {
      resource_report_token: item.widgetable_token!,
      include_summary: true,
      limit: rowLimit,
    },
  });
  return (
    <RowsState query={query}>
      {({ resources, links }) => (
        <Rows
          item={item}
          headers={['Resource', 'Cost', 'Type']}
          rows={resources.map((resource) => ({
            key: resource.token,
            name: nameOf(resource),
            to: resourcePage(resource.token),
            amount: resource.summary?.cost ?? '0',
            currency: resource.summary?.currency ?? 'USD',
            detail: typeName(resource.type),
          }))}
          hasMore={links.next !== null}
          note="Costs of 30 complete days, without tax, credits and refunds."
        />
      )}
    </RowsState>
  );
}
