import type { Dialect } from './dialect.js';

type ParameterValue = string | boolean | readonly string[];

/** Hands out the named parameters of one query; shared by everything that is put into it. */
export class QueryParameters {
  readonly #values: Record<string, ParameterValue> = {};

  /** The placeholder of a value, such as `{p0:String}`. */
  bind(type: string, value: ParameterValue): string {
    const name = `p${Object.keys(this.#values).length}`;
    this.#values[name] = value;
    return `{${name}:${type}}`;
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
    someEntry: (map, condition) =>
      `arrayExists((k, v) -> ${condition('k', 'v')}, mapKeys(${map}), mapValues(${map}))`,
    compare: (_, { operator }) => {
      throw new Error(`no field of the cost store supports ${operator}`);
    },
  };
}
