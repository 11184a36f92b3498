import type { HTTPMethods } from 'fastify';
import type { Operation } from '../kernel/operation.js';
import { groupBy } from '../lib/group-by.js';
import { routePath } from './route-path.js';

interface KnownPath {
  /** As the router writes it: `/v2/teams/:team_token`. */
  url: string;
  methods: readonly HTTPMethods[];
  /** Value of the header `Allow`. */
  allow: string;
  pattern: RegExp;
}

/**
 * The paths of all operations. Only requests that no operation takes are looked up here: routes for each of the
 * 33 other methods of each path took a second of every start.
 */
export class KnownPaths {
  /** Those with the fewest parameters first, as the router prefers them. */
  readonly all: readonly KnownPath[];

  constructor(operations: readonly Operation[]) {
    this.all = [...groupBy(operations, routePath)]
      .map(([url, own]) => knownPath(url, own))
      .toSorted((a, b) => parameterCount(a) - parameterCount(b));
  }

  /** The paths that the path of a request matches, the most specific first. */
  matching(path: string): KnownPath[] {
    return this.all.filter(({ pattern }) => pattern.test(path));
  }
}

function knownPath(url: string, operations: readonly Operation[]): KnownPath {
  const methods = operations.map(({ method }) => method as HTTPMethods);
  const implied = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  const allow = [...methods, ...implied].join(', ');
  const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:[^/]+/g, '[^/]+')}/?$`);
  return { url, methods, allow, pattern };
}

const parameterCount = ({ url }: KnownPath) => url.split(':').length;
