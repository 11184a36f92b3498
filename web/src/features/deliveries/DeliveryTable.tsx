import { DataTable } from '../../parts/DataTable.js';
import type { Delivery } from './delivery.js';
import { useDeliveryColumns } from './use-delivery-columns.js';

interface DeliveryTableProps {
  deliveries: readonly Delivery[];
  /** Columns that the page makes superfluous. */
  without?: readonly string[];
}

/** Messages and how their delivery ended, newest first. */
export function DeliveryTable({ deliveries, without = [] }: DeliveryTableProps) {
  const columns = useDeliveryColumns(deliveries);
  return (
    <DataTable
      label="Messages"
      columns={columns.filter(({ id }) => !without.includes(id))}
      rows={deliveries}
      keyOf={({ token }) => token}
    />
  );
}
