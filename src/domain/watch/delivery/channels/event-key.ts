import { createHash } from 'node:crypto';
import type { Notice } from './notice.js';

/** Identifies an event of a rule in other systems; short, whatever the event is called here. */
export const eventKey = ({ rule, event }: Pick<Notice, 'rule' | 'event'>): string =>
  `farthing-${createHash('sha256').update(`${rule} ${event}`).digest('hex').slice(0, 32)}`;
