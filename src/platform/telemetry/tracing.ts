import { AsyncLocalStorage } from 'node:async_hooks';
import type * as Api from '@opentelemetry/api';
import { type Statement, statementKind, statementTable } from './statement.js';

/** What a span is about. Attributes say which kind of thing, and the id that the log has; never a value of a user. */
interface SpanDescription {
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  /** When it began, if that was before now: milliseconds since 1970. */
  startedAt?: number;
  /** The header `traceparent` of a request, whose trace is continued. */
  traceparent?: string | undefined;
}

/** Lets the work add to its span what it knows only later. */
type SetAttributes = (attributes: Readonly<Record<string, string | number>>) => void;

/** Records what the process does as spans; each is a child of the span that its code runs in. */
export class Tracing {
  readonly #api: typeof Api;
  readonly #tracer: Api.Tracer;
  readonly #current = new AsyncLocalStorage<Api.Context>();

  constructor(api: typeof Api, tracer: Api.Tracer) {
    this.#api = api;
    this.#tracer = tracer;
  }

  /** Runs work as a span. */
  async span<Result>(
    { name, attributes, startedAt, traceparent }: SpanDescription,
    work: (set: SetAttributes) => Promise<Result>,
  ): Promise<Result> {
    const { trace, SpanStatusCode } = this.#api;
    const parent = this.#parentOf(traceparent);
    const span = this.#tracer.startSpan(name, { attributes, startTime: startedAt }, parent);
    const set: SetAttributes = (more) => {
      span.setAttributes(more);
      if ('error.type' in more) span.setStatus({ code: SpanStatusCode.ERROR });
    };
    try {
      return await this.#current.run(trace.setSpan(parent, span), () => work(set));
    } catch (error) {
      set({ 'error.type': typeOf(error) });
      throw error;
    } finally {
      span.end();
    }
  }

  /** Records a statement that has just ended, unless nothing is known that it belongs to. */
  statement({ store, text, seconds, error }: Statement): void {
    const parent = this.#current.getStore();
    if (!parent) return;
    const kind = statementKind(text);
    const table = statementTable(text);
    const end = Date.now();
    const span = this.#tracer.startSpan(
      `${kind} ${table ?? store}`,
      {
        kind: this.#api.SpanKind.CLIENT,
        startTime: end - seconds * 1000,
        attributes: {
          'db.system.name': store === 'database' ? 'postgresql' : 'clickhouse',
          'db.operation.name': kind,
          ...(table && { 'db.collection.name': table }),
        },
      },
      parent,
    );
    if (error !== undefined) {
      span.setAttribute('error.type', typeOf(error));
      span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
    }
    span.end(end);
  }

  #parentOf(traceparent: string | undefined): Api.Context {
    const { ROOT_CONTEXT, trace } = this.#api;
    const [, traceId, spanId, flags] = traceparentPattern.exec(traceparent ?? '') ?? [];
    if (traceId === undefined) return this.#current.getStore() ?? ROOT_CONTEXT;
    const traceFlags = Number.parseInt(flags!, 16);
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId: spanId!,
      traceFlags,
      isRemote: true,
    });
  }
}

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The kind of an error: its message may quote what a user sent. */
const typeOf = (error: unknown) => (error instanceof Error ? error.constructor.name : 'unknown');

/** Runs work as a span where traces are wanted, and as it is where not. */
export function inSpan<Result>(
  tracing: Tracing | undefined,
  span: SpanDescription,
  work: (set: SetAttributes) => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.span(span, work) : work(() => undefined);
}
