import { createHash } from 'node:crypto';
import { ApiError } from '../lib/errors.js';
import type { Context } from './context.js';
import { type Operation, Reply } from './operation.js';

type OperationInput = Parameters<Operation['run']>[0];

/**
 * The entity tag of an object: equal content, equal tag. The content must not contain what changes without
 * a write, such as dates resolved as of today.
 *
 * @example
 * entityTag({ title: 'Production', filter: null }); // "3q2-7wAhQm…", in quotes
 */
export const entityTag = (content: object): string =>
  `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27)}"`;

/**
 * Runs an operation; a write with `If-Match` only while the object is still the version that it names. The
 * caller runs writes in a transaction, and the version is read under the lock of the row: of two concurrent
 * writes with the same version, one gets 412.
 *
 * @example
 * const result = await runVersioned(operation, input, { ...ctx, db: transaction }, request.headers['if-match']);
 */
export async function runVersioned(
  operation: Operation,
  input: OperationInput,
  ctx: Context,
  ifMatch: string | undefined,
): Promise<unknown> {
  const { version } = operation;
  if (!version) return operation.run(input, ctx);
  if (operation.method === 'GET') {
    // Read before the object: a tag that is too old causes a conflict, one that is too new a lost change.
    // If it cannot be read, the operation fails with its own error.
    const tag = await version(input, ctx, false).catch(() => undefined);
    return withTag(await operation.run(input, ctx), tag);
  }
  if (ifMatch !== undefined) {
    const current = await version(input, ctx, true);
    if (!matches(ifMatch, current)) throw changedMeanwhile(current);
  }
  const result = await operation.run(input, ctx);
  if (operation.status === 204) return result;
  return withTag(result, await version(input, ctx, false).catch(unlessHidden));
}

/** A change can hide the object from the user who made it; the response then has no tag. */
function unlessHidden(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** Proxies that compress mark a tag as weak; the content that it stands for is the same. */
const matches = (ifMatch: string, current: string): boolean =>
  ifMatch.split(',').some((each) => ['*', current].includes(each.trim().replace(/^W\//, '')));

const changedMeanwhile = (current: string) =>
  new ApiError(
    412,
    ['This object was changed after you loaded it, so your change was not saved. Load it again.'],
    { etag: current },
  );

function withTag(result: unknown, etag: string | undefined): unknown {
  if (etag === undefined) return result;
  const { body, options } = result instanceof Reply ? result : new Reply(result);
  return new Reply(body, { ...options, headers: { ...options.headers, etag } });
}
