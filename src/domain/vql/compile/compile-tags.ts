import { testPresent } from './compile-operator.js';
import type { Dialect } from './dialect.js';
import type { PairTest, TagTest, TextTest, ValueTest } from '../check/expression.js';
import { normalizeFlexibly } from '../check/flexible-match.js';
import { conjunction, join } from './join-conditions.js';
import type { TagSource } from './row-source.js';
import { isNegation, positiveOf, satisfies } from '../check/text-test.js';

/** Known values of each tag key, which `~*` is worked out against. */
export type KnownTagValues = ReadonlyMap<string, readonly string[]>;

/** Compiles conditions on tags: those on the provider's map, and those on virtual tags. */
export class TagCompiler {
  constructor(
    readonly source: TagSource,
    readonly dialect: Dialect,
    readonly knownValues: KnownTagValues | undefined,
  ) {}

  test({ names, values }: TagTest): string {
    const [only] = names;
    const [value] = values;
    if (only?.operator === 'IS NULL') return `NOT ${this.tagged()}`;
    if (only?.operator === 'IS NOT NULL') return this.tagged();
    if (only && isNegation(only)) return `NOT ${this.some([positiveOf(only)], [])}`;
    // "The value is NULL" says that no tag has the name.
    if (value?.type === 'test' && value.operator === 'IS NULL')
      return `NOT ${this.some(names, [])}`;
    return this.some(names, this.withoutFlexible(names, values));
  }

  /** Values of one name are alternatives; every name must be met, or with NOT IN none. */
  pairs({ negated, pairs }: PairTest): string {
    const valuesByName = new Map<string, string[]>();
    for (const [name, value] of pairs) {
      const values = valuesByName.get(name);
      if (values) values.push(value);
      else valuesByName.set(name, [value]);
    }
    const conditions = [...valuesByName].map(([name, values]) => {
      const found = this.some([is('=', [name])], [is('IN', values)]);
      return negated ? `NOT ${found}` : found;
    });
    return join('AND', conditions);
  }

  /** Some tag fits a name test and all value tests. Never NULL, so that it can be negated. */
  private some(names: readonly TextTest[], values: readonly ValueTest[]): string {
    const isNamed = (key: string) => names.some((name) => satisfies(key, name));
    const virtualKeys = [...this.source.virtual.keys()].filter(isNamed);
    const onVirtual = virtualKeys.map((key) => this.onVirtual(key, values));
    const onProvider = this.onProvider(names, values, virtualKeys);
    return `(${[...onProvider, ...onVirtual].join(' OR ')})`;
  }

  private onVirtual(key: string, values: readonly ValueTest[]): string {
    const sql = this.virtualValue(key);
    const conditions = values.map((value) => this.value(sql, value));
    return join('AND', [`${sql} IS NOT NULL`, ...conditions]);
  }

  private virtualValue(key: string): string {
    return `(${this.source.virtual.get(key)})`;
  }

  /** Nothing when virtual tags hide every key that is named. */
  private onProvider(
    names: readonly TextTest[],
    values: readonly ValueTest[],
    hidden: readonly string[],
  ): string[] {
    const fits = (operand: string) => values.map((value) => this.value(operand, value));
    const keys = exactKeys(names)?.filter((key) => !hidden.includes(key));
    if (!keys) {
      const isNamed = (k: string) => this.isNamed(k, names, hidden);
      return [this.source.some((k, v) => conjunction([...isNamed(k), ...fits(v)]))];
    }
    const [key, ...others] = keys;
    if (key === undefined) return [];
    if (others.length === 0) {
      return [this.source.named(this.dialect.text(key), (v) => conjunction(fits(v)))];
    }
    return [this.source.some((k, v) => conjunction([this.dialect.isAnyOf(k, keys), ...fits(v)]))];
  }

  private isNamed(k: string, names: readonly TextTest[], hidden: readonly string[]): string[] {
    const fits = names.map((name) => testPresent(k, name, this.dialect));
    return [join('OR', fits), ...this.isNotHidden(k, hidden)];
  }

  private isNotHidden(k: string, hidden: readonly string[]): string[] {
    return hidden.length === 0 ? [] : [this.dialect.isNoneOf(k, hidden)];
  }

  private value(operand: string, value: ValueTest): string {
    if (value.type === 'test') return testPresent(operand, value, this.dialect);
    const parts = value.operands.map((part) => this.value(operand, part));
    return join(value.type === 'and' ? 'AND' : 'OR', parts);
  }

  /** Reserved keys do not make a row tagged. */
  private tagged(): string {
    const keys = [...this.source.virtual.keys()];
    const onProvider = this.source.some((k) =>
      conjunction([`${k} NOT LIKE 'vntg:%'`, ...this.isNotHidden(k, keys)]),
    );
    const counted = keys.filter((key) => !key.startsWith('vntg:'));
    const onVirtual = counted.map((key) => `${this.virtualValue(key)} IS NOT NULL`);
    return `(${[onProvider, ...onVirtual].join(' OR ')})`;
  }

  /** No SQL engine folds as `~*` must, so it becomes a list of the known values that fit. */
  private withoutFlexible(names: readonly TextTest[], values: readonly ValueTest[]): ValueTest[] {
    return values.map((value) => {
      if (value.type !== 'test') {
        return { ...value, operands: this.withoutFlexible(names, value.operands) };
      }
      if (value.operator !== '~*' && value.operator !== '!~*') return value;
      const fitting = this.fittingValues(names, value.values[0] ?? '');
      return is(value.operator === '~*' ? 'IN' : 'NOT IN', fitting);
    });
  }

  private fittingValues(names: readonly TextTest[], sought: string): string[] {
    if (!this.knownValues) throw new Error('a filter with ~* needs the known tag values');
    const normalized = normalizeFlexibly(sought);
    const isNamed = (key: string) => names.some((name) => satisfies(key, name));
    const candidates = [...this.knownValues].filter(([key]) => isNamed(key));
    const values = candidates.flatMap(([, known]) => known);
    return [...new Set(values.filter((value) => normalizeFlexibly(value) === normalized))];
  }
}

function is(operator: TextTest['operator'], values: readonly string[]): TextTest {
  return { type: 'test', operator, values };
}

/** The keys of name tests that list them, or null when one is a pattern. */
function exactKeys(names: readonly TextTest[]): string[] | null {
  if (names.some(({ operator }) => operator === 'LIKE')) return null;
  return [...new Set(names.flatMap(({ values }) => values))];
}
