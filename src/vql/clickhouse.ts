import type { Dialect } from './dialect.js';

type ParameterValue = string | boolean | readonly string[] | readonly number[];

/** Hands out the named parameters of one query; shared by everything that is put into it. */
export class QueryParameters {
  readonly #values: Record<string, ParameterValue> = {};
  readonly #placeholders = new Map<string, string>();

  /** The placeholder of a value, such as `{p0:String}`; the same value gets the same one. */
  bind(type: string, value: ParameterValue): string {
    const identity = JSON.stringify([type, value]);
    const known = this.#placeholders.get(identity);
    if (known !== undefined) return known;
    const name = `p${this.#placeholders.size}`;
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
  const text = (value: string) => parameters.bind('String', value);
  const texts = (values: readonly string[]) => parameters.bind('Array(String)', values);
  return {
    text,
    flag: (value) => parameters.bind('Bool', value),
    isAnyOf: (operand, values) => `${operand} IN ${texts(values)}`,
    isNoneOf: (operand, values) => `${operand} NOT IN ${texts(values)}`,
    hasKey: (map, key) => `mapContains(${map}, ${key})`,
    valueAt: (map, key) => `${map}[${key}]`,
    compare: (_, { operator }) => {
      throw new Error(`no field of the cost store supports ${operator}`);
    },
  };
}
