type ParameterValue = string | boolean | readonly string[] | readonly number[];

/** Collects the named parameters of one ClickHouse query, across everything that is part of it. */
export class QueryParameters {
  readonly #values: Record<string, ParameterValue> = {};
  readonly #placeholders = new Map<string, string>();

  /** Parameter names start with the prefix, so that one query can combine several sets. */
  constructor(readonly prefix = '') {}

  /** The placeholder of a value, such as `{p0:String}`; equal values share one. */
  bind(type: string, value: ParameterValue): string {
    const identity = JSON.stringify([type, value]);
    const existing = this.#placeholders.get(identity);
    if (existing !== undefined) return existing;
    const name = `${this.prefix}p${this.#placeholders.size}`;
    const placeholder = `{${name}:${type}}`;
    this.#values[name] = value;
    this.#placeholders.set(identity, placeholder);
    return placeholder;
  }

  /** The values by name, for `query_params` of the client. */
  get values(): Readonly<Record<string, ParameterValue>> {
    return this.#values;
  }
}
