import type { Dialect } from './dialect.js';

type ParameterValue = string | boolean | readonly string[] | readonly number[];

/** Hands out the named parameters of one query; shared by everything that is put into it. */
export class QueryParameters {
  readonly #values: Record<string, ParameterValue> = {};
  readonly #placeholders = new Map<string, string>();

  /** Names begin with the prefix, so that two sets can go into one query. */
  constructor(readonly prefix = '') {}

  /** The placeholder of a value, such as `{p0:String}`; the same value gets the same one. */
  bind(type: string, value: ParameterValue): string {
    const identity = JSON.stringify([type, value]);
    const known = this.#placeholders.get(identity);
    if (known !== undefined) return known;
    const name = `${this.prefix}p${this.#placeholders.size}`;
    const placeholder = `{${name}:${type}}`;
    this.#values[name] = value;
    this.#placeholders.set(identity, placeholder);
    return placeholder;
  }

  /** For `query_params` of the client. */
  get values(): Readonly<Record<string, ParameterValue>> {
    return this.#values;
  }
}

export function clickhouse(parameters: QueryParameters): Dialect {
  return {
    text: (value) => parameters.bind('String', value),
    flag: (value) => parameters.bind('Bool', value),
    isAnyOf: (operand, values) => isIn(operand, 'Array(String)', values, parameters),
    isNoneOf: (operand, values) =>
      values.length === 0
        ? 'true'
        : `${operand} NOT IN ${parameters.bind('Array(String)', values)}`,
    hasKey: (map, key) => `mapContains(${map}, ${key})`,
    valueAt: (map, key) => `${map}[${key}]`,
    compare: (_, { operator }) => {
      throw new Error(`no field of the cost store supports ${operator}`);
    },
  };
}

/**
 * Membership in a list of a known type. An empty list becomes a constant, because an empty set
 * inside a larger expression makes the engine fail: it takes the part for constant only half-way.
 */
export function isIn(
  operand: string,
  type: 'Array(String)' | 'Array(UInt32)',
  values: readonly string[] | readonly number[],
  parameters: QueryParameters,
): string {
  return values.length === 0 ? 'false' : `${operand} IN ${parameters.bind(type, values)}`;
}
