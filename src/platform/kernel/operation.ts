import type { z } from 'zod';
import type { OrganisationRole } from '../store/tables.js';
import type { Context } from './context.js';
import type { Verb } from './empty-values.js';

type Shape = z.ZodObject;
type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;

export interface Input<Params, Query, Body> {
  params: Out<Params>;
  query: Out<Query>;
  body: Out<Body>;
}

/** An answer that needs its own status or headers. */
export class Reply<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly options: { status?: number; headers?: Record<string, string> } = {},
  ) {}
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Declaration<Params, Query, Body, Response> {
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
  /** The body is of any kind and size; it is not read before the operation reads it. */
  stream?: boolean;
  /** What the body's absent keys mean; PUT and PATCH update unless said otherwise. */
  verb?: Verb;
  /** Query keys for which an empty value has a meaning. */
  keepsEmpty?: readonly string[];
  /** Statuses that are described beside the success, also those never sent. */
  status: number;
  errors: readonly number[];
  /** Messages for the unique constraints that the operation may violate, by constraint name. */
  duplicates?: Record<string, string>;
  /** Further answers that the description lists: status to what it means, and its body where that is another. */
  otherResponses?: Record<number, string | { means: string; response: z.ZodType }>;
  /** How the success is described, where clients read that text. */
  successDescription?: string;
  response?: Response;
  /** The weakest organisation role that may call it. */
  role?: OrganisationRole;
  /** Needs no credential: signing in. */
  open?: boolean;
  /** Does not wrap the write in a transaction; the operation opens its own. */
  ownTransaction?: boolean;
}

/** One HTTP operation as data; the server, the description and the tests all read it. */
export interface Operation extends Declaration<
  Shape | undefined,
  Shape | undefined,
  Shape | undefined,
  z.ZodType | undefined
> {
  run(input: Input<Shape, Shape, Shape>, ctx: Context): Promise<unknown>;
}

export function operation<
  Params extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends Shape | undefined = undefined,
  Response extends z.ZodType | undefined = undefined,
>(
  declaration: Declaration<Params, Query, Body, Response> & {
    run(
      input: Input<Params, Query, Body>,
      ctx: Context,
    ): Promise<Response extends z.ZodType ? z.input<Response> | Reply<z.input<Response>> : unknown>;
  },
): Operation {
  // The declaration's own types hold between its schemas and its `run`; the list only needs the shape.
  return declaration as unknown as Operation;
}
