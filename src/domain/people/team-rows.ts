import { Rows } from '../../platform/kernel/rows.js';

export const teamRows = new Rows('teams', 'Team', { within: 'account' });
