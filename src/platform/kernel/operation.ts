import type { z } from 'zod';
import type { OrganisationRole } from '../store/tables.js';
import type { Context } from './context.js';
import type { Verb } from './empty-values.js';

export type Shape = z.ZodObject;
type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;

/** The validated input of an operation. */
export interface Input<Params, Query, Body> {
  params: Out<Params>;
  query: Out<Query>;
  body: Out<Body>;
}

/**
 * A response with its own status or headers.
 *
 * @example
 * return new Reply(body, { status: 202, headers: { location } });
 */
export class Reply<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly options: { status?: number; headers?: Record<string, string> } = {},
  ) {}
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Declaration<Params, Query, Body, Response> {
  id: string;
  /** The group, as in the API description. */
  tag: string;
  method: Method;
  /** With the version: `/v2/teams/{team_token}`. */
  path: string;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is a form with a CSV file instead of JSON. */
  form?: boolean;
  /** The body can be of any type and size; the operation reads it from `ctx.incoming`. */
  stream?: boolean;
  /** Whether absent keys take defaults or stay unchanged; derived from the method unless given. */
  verb?: Verb;
  /** Query keys for which an empty value is meaningful. */
  keepsEmpty?: readonly string[];
  status: number;
  /** Error statuses of the API description; failures are mapped to them, see `statusFor`. */
  errors: readonly number[];
  /** Messages for the unique constraints that the operation may violate, by constraint name. */
  duplicates?: Record<string, string>;
  /** Further responses of the API description by status, with their body where it differs. */
  otherResponses?: Record<number, string | { description: string; response: z.ZodType }>;
  /** Description of the success response, where clients depend on its text. */
  successDescription?: string;
  response?: Response;
  /** The least privileged organisation role that may call it. */
  role?: OrganisationRole;
  /** Needs no credential, as logging in. */
  open?: boolean;
  /** The largest body that callers without a credential may send, if not the usual one. */
  maxOpenBodyBytes?: number;
  /** The operation manages its own transactions instead of running in one. */
  ownTransaction?: boolean;
  /** Writes nothing, like every GET: it needs no transaction, and ends when the client goes away. */
  readsOnly?: boolean;
}

type ReadVersion<OperationInput> = (
  input: OperationInput,
  ctx: Context,
  forUpdate: boolean,
) => Promise<string>;

/** One HTTP operation as data: the server, the API description and the tests read the same list. */
export interface Operation extends Declaration<
  Shape | undefined,
  Shape | undefined,
  Shape | undefined,
  z.ZodType | undefined
> {
  /**
   * The entity tag of the object in the path, whose row is locked first for a write with `If-Match`. A
   * response of the operation carries it.
   */
  version?: ReadVersion<Input<Shape, Shape, Shape>>;
  run(input: Input<Shape, Shape, Shape>, ctx: Context): Promise<unknown>;
}

/**
 * Declares one operation and infers the types of its input and response from the schemas.
 *
 * @example
 * export const ping = operation({
 *   id: 'ping', tag: 'Ping', method: 'GET', path: '/v2/ping',
 *   summary: 'Check that the service is reachable',
 *   status: 200, errors: [], response: z.object({ ping: z.string() }),
 *   run: async () => ({ ping: 'pong' }),
 * });
 */
export function operation<
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  declaration: Declaration<Params, Query, Body, Response> & {
    version?: ReadVersion<Input<Params, Query, Body>>;
    run(
      input: Input<Params, Query, Body>,
      ctx: Context,
    ): Promise<Response extends z.ZodType ? z.input<Response> | Reply<z.input<Response>> : unknown>;
  },
): Operation {
  // The declaration is checked against its own schemas; the list of operations needs only their shape.
  return declaration as unknown as Operation;
}
