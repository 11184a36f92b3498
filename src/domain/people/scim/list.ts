import { ScimError } from '../../../platform/kernel/scim-route.js';
import type { Resource } from './patch.js';

const defaultCount = 100;
export const maxCount = 200;

/** A page of a SCIM list, whose first item has the number 1. */
export interface ScimPage {
  startIndex: number;
  count: number;
}

/** The page that a query asks for; smaller numbers than possible mean the smallest. */
export function pageOfQuery(query: URLSearchParams): ScimPage {
  return {
    startIndex: Math.max(1, wholeNumber(query, 'startIndex') ?? 1),
    count: Math.min(maxCount, Math.max(0, wholeNumber(query, 'count') ?? defaultCount)),
  };
}

function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^[+-]?\d{1,9}$/.test(text)) {
    throw new ScimError(400, `${name} must be a whole number`, 'invalidValue');
  }
  return Number(text);
}

/** The response to a list request. */
export function listResponse(resources: Resource[], total: number, { startIndex }: ScimPage) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Leaves out what `attributes` and `excludedAttributes` of a query do not ask for. */
export function selectAttributes(resource: Resource, query: URLSearchParams): Resource {
  const namesIn = (parameter: string) =>
    (query.get(parameter) ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase().split('.')[0]!)
      .filter((name) => name !== '');
  const [only, without] = [namesIn('attributes'), namesIn('excludedAttributes')];
  return Object.fromEntries(
    Object.entries(resource).filter(([key]) => {
      const name = key.toLowerCase();
      if (name === 'schemas' || name === 'id') return true;
      return only.length > 0 ? only.includes(name) : !without.includes(name);
    }),
  );
}
