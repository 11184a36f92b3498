import { Badge } from '@mantine/core';
import type { Schemas } from '../../api/types.js';
import { Icon, type IconName } from '../../parts/icons.js';

type State = Schemas['Health']['state'];

const states: Readonly<Record<State, { icon: IconName; word: string }>> = {
  ok: { icon: 'check', word: 'OK' },
  warning: { icon: 'warning', word: 'Warning' },
  failed: { icon: 'close', word: 'Failed' },
};

/** The state of a check by icon and word; the color only adds emphasis. */
export const CheckState = ({ state }: { state: State }) => (
  <Badge
    className="check-state"
    data-state={state}
    leftSection={<Icon name={states[state].icon} size={12} />}
  >
    {states[state].word}
  </Badge>
);
