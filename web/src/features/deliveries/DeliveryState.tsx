import { Badge } from '@mantine/core';
import { type Delivery, stateName } from './delivery.js';
import './deliveries.css';

/** The state of a message. The word carries the meaning, the colour only adds emphasis. */
export const DeliveryState = ({ state }: Pick<Delivery, 'state'>) => (
  <Badge className="delivery-state" data-state={state}>
    {stateName(state)}
  </Badge>
);
