import { useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useGet } from '../api/queries.js';
import type { Answer, InputArguments, Path } from '../api/types.js';
import { PageError } from './PageError.js';
import { PageSkeleton } from './Skeletons.js';

/** Paths of single objects, such as `/v2/teams/{team_token}`. */
export type ObjectPath = {
  [P in Path<'get'>]: P extends `${string}}`
    ? Answer<P> extends { token: string }
      ? P
      : never
    : never;
}[Path<'get'>];

interface ObjectPageProps<P extends ObjectPath> {
  path: P;
  /** What is shown of the object; another object starts it anew. */
  children: (object: Answer<P>) => ReactNode;
}

/** The page of the object whose token is in the address. */
export function ObjectPage<P extends ObjectPath>({ path, children }: ObjectPageProps<P>) {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const [, parameter] = /\{(\w+)\}$/.exec(path)!;
  const input = [{ path: { [parameter!]: token } }] as unknown as InputArguments<'get', P>;
  const { data, error } = useGet<P>(path, ...input);
  if (error) return <PageError error={error} />;
  // The previous object stays until the next one is read.
  if (!data || (data as { token: string }).token !== token) return <PageSkeleton />;
  return <Fragment key={token}>{children(data)}</Fragment>;
}
