import { type Condition, type Operator, fields, providerField } from './condition.js';

/**
 * The conditions of a filter, or undefined where it says more than chips can show. Only what `printFilter`
 * writes is understood, in any spacing: `AND` between conditions, `OR` between providers alone.
 */
export function readFilter(text: string, providers: readonly string[]): Condition[] | undefined {
  if (text.trim() === '') return [];
  const tokens = tokensOf(text);
  if (!tokens) return undefined;
  const reader = new Reader(tokens);
  try {
    return withoutAll(reader.conditions(), providers);
  } catch {
    return undefined;
  }
}

/** Naming every provider there is narrows nothing, so no chip says it. */
function withoutAll(conditions: Condition[], providers: readonly string[]): Condition[] {
  const isAll = ({ field, values }: Condition) =>
    field === providerField &&
    providers.length === values.length &&
    providers.every((key) => values.includes(key));
  return conditions.length > 1 ? conditions.filter((each) => !isAll(each)) : conditions;
}

const token = /\s*('(?:[^']|'')*'|[A-Za-z_]+\.[A-Za-z_]+|[A-Za-z]+|!=|[=(),])/y;

function tokensOf(text: string): string[] | undefined {
  const found: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const match = token.exec(text);
    if (!match) return undefined;
    found.push(match[1]!);
  }
  return found;
}

const plainFields = new Set(
  fields.map(({ value }) => value).filter((field) => field !== providerField),
);

class Reader {
  #at = 0;
  /** `OR` outside parentheses would take in every condition beside it. */
  #hasBareOr = false;
  constructor(readonly tokens: readonly string[]) {}

  conditions(): Condition[] {
    const found: Condition[] = [];
    do found.push(this.#condition());
    while (this.#takes('AND'));
    const isMixed = this.#hasBareOr && found.length > 1;
    if (this.#at < this.tokens.length || isMixed || isTwice(found))
      throw new Error('more than chips');
    return found;
  }

  #condition(): Condition {
    if (this.#takes('(')) {
      const providers = this.#providers();
      this.#demand(')');
      return providers;
    }
    const field = this.#next().toLowerCase();
    if (field === providerField) {
      const providers = this.#providersFrom();
      this.#hasBareOr ||= providers.values.length > 1;
      return providers;
    }
    if (field === 'tags.name') return this.#tag();
    if (!plainFields.has(field)) throw new Error('unknown field');
    return { field, ...this.#test() };
  }

  #providers(): Condition {
    if (this.#next().toLowerCase() !== providerField) throw new Error('no provider');
    return this.#providersFrom();
  }

  /** `= 'aws' OR costs.provider = 'gcp'` */
  #providersFrom(): Condition {
    const values: string[] = [];
    do {
      if (values.length > 0 && this.#next().toLowerCase() !== providerField)
        throw new Error('no provider');
      this.#demand('=');
      values.push(this.#text());
    } while (this.#takes('OR'));
    return { field: providerField, operator: 'is', values };
  }

  #tag(): Condition {
    this.#demand('=');
    const key = this.#text();
    this.#demand('AND');
    this.#demand('tags.value');
    return { field: `tag:${key}`, ...this.#test() };
  }

  #test(): { operator: Operator; values: (string | null)[] } {
    const isNot = this.#takes('NOT');
    if (!isNot && this.#takes('LIKE')) return { operator: 'is like', values: [this.#text()] };
    if (this.#takes('IN')) return { operator: isNot ? 'is not' : 'is', values: this.#list() };
    if (!isNot && this.#takes('=')) return { operator: 'is', values: [this.#value()] };
    if (!isNot && this.#takes('!=')) return { operator: 'is not', values: [this.#value()] };
    throw new Error('unknown test');
  }

  #list(): string[] {
    this.#demand('(');
    const values = [this.#text()];
    while (this.#takes(',')) values.push(this.#text());
    this.#demand(')');
    return values;
  }

  #value = (): string | null => (this.#takes('NULL') ? null : this.#text());

  #text(): string {
    const found = this.#next();
    if (!found.startsWith("'")) throw new Error('no text');
    return found.slice(1, -1).replaceAll("''", "'");
  }

  #next(): string {
    const found = this.tokens[this.#at];
    if (found === undefined) throw new Error('the text ends');
    this.#at += 1;
    return found;
  }

  #takes(word: string): boolean {
    const isNext = this.tokens[this.#at]?.toUpperCase() === word.toUpperCase();
    if (isNext) this.#at += 1;
    return isNext;
  }

  #demand(word: string): void {
    if (!this.#takes(word)) throw new Error(`no ${word}`);
  }
}

/** A cost of two providers at once is none. */
const isTwice = (conditions: readonly Condition[]): boolean =>
  conditions.filter(({ field }) => field === providerField).length > 1;
