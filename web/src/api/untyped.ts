import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type RequestParts, send } from './client.js';
import type { Method, Schemas } from './types.js';

// Reads and writes without the types of the paths, for pages that are not converted yet. Use `client.ts` and
// `queries.ts` instead.

export type Query = NonNullable<RequestParts['query']>;
export type Links = Schemas['Links'];
export type ListAnswer = { links: Links } & Record<string, unknown>;

const ask = async <Body>(method: Method, path: string, parts: RequestParts) =>
  (await send(method, path, parts)).body as Body;

export const api = {
  get: <Body>(path: string, query?: Query, signal?: AbortSignal) =>
    ask<Body>('get', path, { query, signal }),
  post: <Body>(path: string, body?: unknown, query?: Query) =>
    ask<Body>('post', path, { body, query }),
  put: <Body>(path: string, body: unknown) => ask<Body>('put', path, { body }),
};

export const getting = <Body>(path: string, query?: Query) =>
  queryOptions({
    queryKey: [path, query ?? {}],
    queryFn: ({ signal }) => api.get<Body>(path, query, signal),
  });

export const useGet = <Body>(path: string, query?: Query, options: { enabled?: boolean } = {}) =>
  useQuery({ ...getting<Body>(path, query), placeholderData: keepPreviousData, ...options });
