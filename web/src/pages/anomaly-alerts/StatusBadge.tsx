import { Badge } from '@mantine/core';
import './anomalies.css';

const labels: Readonly<Record<string, string>> = {
  active: 'Active',
  archived: 'Archived',
  ignored: 'Ignored',
};

/** The status of an anomaly. The words carry the meaning, the colour only adds emphasis. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge className="anomaly-status" data-status={status}>
    {labels[status] ?? status}
  </Badge>
);
