import type { components, paths } from './schema.js';

/** Named schemas of the API description: `Schemas['Team']`. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'put' | 'delete';

/** Paths that have a method. */
export type Path<M extends Method> = {
  [P in keyof paths]: M extends keyof paths[P] ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends Path<M>> = P extends keyof paths
  ? M extends keyof paths[P]
    ? paths[P][M]
    : never
  : never;

/** The body of a response: `Answer<'/v2/teams'>`, `Answer<'/v2/teams', 'post'>`. */
export type Answer<P extends Path<M>, M extends Method = 'get'> =
  Operation<M, P> extends { responses: infer Responses }
    ? ContentOf<Responses[keyof Responses]>
    : never;

type ContentOf<Response> = Response extends { content: { 'application/json': infer Json } }
  ? Json
  : undefined;

/** The body of a request: `Body<'/v2/teams', 'post'>`. */
export type Body<P extends Path<M>, M extends Method> =
  Operation<M, P> extends { requestBody: { content: infer Content } } ? BodyOf<Content> : never;

type BodyOf<Content> = Content extends { 'application/json': infer Json }
  ? Json
  : Content extends { 'multipart/form-data': unknown }
    ? FormData
    : Blob | FormData;

/** The query parameters of a list or report: `QueryOf<'/v2/costs'>`. */
export type QueryOf<P extends Path<'get'>> =
  Operation<'get', P> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : object;

interface FetchOptions {
  signal?: AbortSignal | undefined;
  /** Lets the request finish after its page is closed. */
  keepalive?: boolean;
}

/** The input of a request: `path`, `query` and `body` as the operation declares them. */
type Input<M extends Method, P extends Path<M>> = (Operation<M, P> extends {
  parameters: infer Parameters;
}
  ? Parameters
  : unknown) &
  (Operation<M, P> extends { requestBody: unknown } ? { body: Body<P, M> } : unknown);

/** The arguments after the path; optional where the operation requires no input. */
export type InputArguments<M extends Method, P extends Path<M>, More extends unknown[] = []> =
  object extends Input<M, P>
    ? [input?: Input<M, P> & FetchOptions, ...more: More]
    : [input: Input<M, P> & FetchOptions, ...more: More];

/** Paths that return a page of rows with links to other pages. */
export type ListPath = {
  [P in Path<'get'>]: Answer<P> extends { links: Schemas['Links'] } ? P : never;
}[Path<'get'>];

/** The key of the rows in the response of a list. */
export type RowsKey<P extends ListPath> = {
  [Key in keyof Answer<P>]: Answer<P>[Key] extends readonly object[] ? Key : never;
}[keyof Answer<P>];

/** A row of a list. */
export type RowOf<
  P extends ListPath,
  Key extends RowsKey<P>,
> = Answer<P>[Key] extends readonly (infer Row)[] ? Row : never;
