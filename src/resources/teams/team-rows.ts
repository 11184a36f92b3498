import { Rows } from '../../kernel/rows.js';

export const teamRows = new Rows('teams', 'Team', { within: 'account' });
