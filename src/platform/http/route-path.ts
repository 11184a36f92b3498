import type { Operation } from '../kernel/operation.js';

/** The path of an operation as the router writes it: `/v2/teams/:team_token`. */
export const routePath = ({ path }: Operation) => path.replace(/\{([^}]+)\}/g, ':$1');
