import { Ajv, type ValidateFunction } from 'ajv';
import { describeOperations } from '../../src/platform/description/openapi.js';
import type { Operation } from '../../src/platform/kernel/operation.js';
import type { FuzzResponse } from './send-planned.js';

type Problem = string;

/** Checks responses against the description of their operations. */
export class ResponseChecker {
  readonly #ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });
  readonly #paths: Record<string, Record<string, unknown>>;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(operations: readonly Operation[]) {
    const { paths, schemas } = describeOperations(operations);
    this.#paths = paths;
    this.#ajv.addSchema(asJsonSchema({ $id: 'description', components: { schemas } }));
  }

  /** What is wrong with a response, if anything; the operation is undefined if it may be any or none. */
  problemOf(operation: Operation | undefined, response: FuzzResponse): Problem | undefined {
    const { status } = response;
    if (status >= 500 && status !== 503) return `status ${status}`;
    const isJson = /^application\/json\b/.test(response.headers['content-type'] ?? '');
    if (!response.headers['x-request-id']) return 'no X-Request-Id';
    if (response.headers['cache-control'] !== 'no-store') return 'no Cache-Control: no-store';
    if (!operation) return undefined;
    const described = this.#responses(operation);
    if (!described[status]) return `status ${status} is not described`;
    if (status === 204) return response.text === '' ? undefined : '204 with a body';
    if (!isJson) return `content type ${response.headers['content-type']}`;
    return this.#bodyProblem(`${operation.id} ${status}`, described[status], response.text);
  }

  #responses({ path, method }: Operation) {
    const described = this.#paths[path]![method.toLowerCase()] as {
      responses: Record<number, { content?: Record<string, { schema: object }> }>;
    };
    return described.responses;
  }

  #bodyProblem(
    name: string,
    { content }: { content?: Record<string, { schema: object }> },
    text: string,
  ): Problem | undefined {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return `${name}: not JSON`;
    }
    const schema = content?.['application/json']?.schema;
    if (!schema) return undefined;
    if (!this.#compiled.has(name)) this.#compiled.set(name, this.#compile(schema));
    const validate = this.#compiled.get(name)!;
    return validate(body) ? undefined : `${name}: ${this.#ajv.errorsText(validate.errors)}`;
  }

  #compile(schema: object): ValidateFunction {
    return this.#ajv.compile(asJsonSchema(schema));
  }
}

function asJsonSchema(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? String(value).replace(/^#/, 'description#') : value,
  );
}
