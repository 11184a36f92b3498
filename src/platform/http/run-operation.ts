import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Actor, hasRole } from '../auth/actor.js';
import type { Context } from '../kernel/context.js';
import {
  ApiError,
  DomainFailure,
  ShapeFailure,
  UnknownReference,
  asFailure,
  forbidden,
  statusFor,
} from '../lib/errors.js';
import { applyEmptyValueRules } from '../kernel/empty-values.js';
import { type Operation, Reply } from '../kernel/operation.js';
import { parseQueryString, pickQuery } from '../kernel/query-string.js';
import { validate } from '../kernel/validate.js';
import { runVersioned } from '../kernel/version.js';
import { asQuestion } from '../lib/question.js';
import { isRetryable } from '../store/database.js';
import { parseForm } from './form-body.js';
import { parseJsonObject } from './json-body.js';

type Values = Record<string, unknown>;

/** Handles a routed request: permissions, input, transaction, response. */
export async function runOperation(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Context,
  validatesResponses: boolean,
): Promise<FastifyReply> {
  try {
    if (!operation.open) requirePermission(operation, ctx.actor);
    const input = await readInput(operation, request);
    const result = await execute(operation, input, ctx, request, reply);
    return send(operation, reply, result, validatesResponses);
  } catch (thrown) {
    const error = asFailure(thrown, operation.duplicates);
    const isFailure =
      error instanceof ShapeFailure ||
      error instanceof DomainFailure ||
      error instanceof UnknownReference;
    throw isFailure ? statusFor(error, operation.method, operation.errors) : error;
  }
}

function requirePermission(operation: Operation, actor: Actor): void {
  const scope = operation.method === 'GET' ? 'read' : 'write';
  if (!actor.scopes.includes(scope)) {
    throw new ApiError(403, [`The credential does not have the scope ${scope}`], {
      'www-authenticate': 'Bearer error="insufficient_scope"',
    });
  }
  if (operation.role && !hasRole(actor, operation.role)) throw forbidden();
}

const emptyBody = Buffer.alloc(0);

async function readInput(operation: Operation, request: FastifyRequest) {
  const raw = operation.stream ? emptyBody : ((request.body as Buffer | undefined) ?? emptyBody);
  const pairs = parseQueryString(request.raw.url ?? '');
  const empty: Values = {};
  let body = empty;
  if (operation.form && !operation.stream) {
    const form = await parseForm(raw, request.headers['content-type'] ?? '');
    body = { ...form.fields, ...form.files };
  } else if (request.method !== 'GET' && request.method !== 'HEAD') {
    body = readJson(raw, request.headers['content-type']);
  }
  if (operation.method === 'DELETE') {
    // One published client sends the query parameters of a DELETE in its body.
    const fromBody = Object.entries(body)
      .filter(([, value]) => value !== null)
      .flatMap(([key, value]) =>
        (Array.isArray(value) ? value : [value]).map((item): [string, string] => [
          key,
          String(item),
        ]),
      );
    const inQuery = new Set(pairs.map(([key]) => key.replace(/\[\]$/, '')));
    pairs.push(...fromBody.filter(([key]) => !inQuery.has(key)));
  }
  return {
    params: request.params as Values,
    query: operation.query
      ? validate(operation.query, pickQuery(operation.query, pairs, operation.keepsEmpty))
      : empty,
    // The operation validates a streamed body itself.
    body: operation.body && !operation.stream ? readBody(operation, operation.body, body) : empty,
  };
}

function readJson(raw: Buffer, contentType: string | undefined): Values {
  if (raw.length > 0 && contentType && !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new ApiError(415, ['The content type is not supported; send application/json']);
  }
  return parseJsonObject(raw);
}

function readBody(operation: Operation, schema: z.ZodObject, body: Values): Values {
  if (operation.form) return validate(schema, body);
  const verb = operation.verb ?? (operation.method === 'POST' ? 'create' : 'update');
  return validate(schema, applyEmptyValueRules(schema, body, verb));
}

const maxAttempts = 3;

/** Aborted when the client closes the connection before it has the response. */
function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) closed.abort();
  });
  return closed.signal;
}

async function execute(
  operation: Operation,
  input: { params: Values; query: Values; body: Values },
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const ifMatch = request.headers['if-match'];
  const run = (scope: Context) => runVersioned(operation, input, scope, ifMatch);
  if (operation.method === 'GET' || operation.readsOnly) {
    const seconds = ctx.services.config.querySeconds;
    const signal = AbortSignal.any([closedSignal(reply), AbortSignal.timeout(seconds * 1000)]);
    return asQuestion({ signal, seconds }, () => run(ctx));
  }
  if (operation.ownTransaction) return run(ctx);
  return inTransaction(ctx, run);
}

/** Runs a write in one transaction, again after a deadlock. */
export async function inTransaction<Result>(
  ctx: Context,
  run: (scope: Context) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.services.db.transaction().execute((db) => run({ ...ctx, db }));
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error;
    }
  }
}

function send(operation: Operation, reply: FastifyReply, result: unknown, validates: boolean) {
  const { body, options } = result instanceof Reply ? result : new Reply(result);
  const status = options.status ?? operation.status;
  reply.code(status).headers(options.headers ?? {});
  if (status === 204) return reply.send();
  if (validates) validateResponse(operation, status, body);
  return reply.send(body ?? {});
}

function validateResponse(operation: Operation, status: number, body: unknown): void {
  const other = operation.otherResponses?.[status];
  const schema = typeof other === 'object' ? other.response : operation.response;
  const result = schema?.safeParse(body);
  if (!result || result.success) return;
  throw new Error(`${operation.id} does not match its response schema: ${result.error.message}`);
}
