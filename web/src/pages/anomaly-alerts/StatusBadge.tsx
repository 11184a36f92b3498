import { Badge } from '@mantine/core';
import type { EventStatus } from '../../features/anomalies/anomaly.js';
import './anomalies.css';

export const statusLabels: Readonly<Record<EventStatus, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  accepted: 'New normal',
  closed: 'Closed',
  ignored: 'Ignored',
};

/** The status of an anomaly. The words carry the meaning, the colour only adds emphasis. */
export const StatusBadge = ({ status }: { status: EventStatus }) => (
  <Badge className="anomaly-status" data-status={status}>
    {statusLabels[status]}
  </Badge>
);
