import type { PairTest, TagTest, TextTest, ValueTest } from '../check/expression.js';
import { normalizeForFlexibleMatch } from '../check/flexible-match.js';
import { isNegated, satisfies, withoutNegation } from '../check/text-test.js';
import { compileOperator } from './compile-operator.js';
import type { Dialect } from './dialect.js';
import { allOf, joinConditions } from './join-conditions.js';
import type { TagSource } from './row-source.js';

/** The values that each tag key has in the data; `~*` is evaluated against them. */
export type KnownTagValues = ReadonlyMap<string, readonly string[]>;

/** Compiles conditions on tags, both provider tags and virtual tags. */
export class TagCompiler {
  constructor(
    readonly source: TagSource,
    readonly dialect: Dialect,
    readonly knownValues: KnownTagValues | undefined,
  ) {}

  test({ names, values }: TagTest): string {
    const [name] = names;
    const [value] = values;
    if (name?.operator === 'IS NULL') return `NOT ${this.isTagged()}`;
    if (name?.operator === 'IS NOT NULL') return this.isTagged();
    if (name && isNegated(name)) return `NOT ${this.hasTag([withoutNegation(name)], [])}`;
    // `tags.value = NULL` means that no tag has the name.
    if (value?.type === 'test' && value.operator === 'IS NULL')
      return `NOT ${this.hasTag(names, [])}`;
    return this.hasTag(names, this.replaceFlexibleMatch(names, values));
  }

  /** The row must have one of the values listed for each name; with NOT IN, none of the pairs. */
  pairs({ negated, pairs }: PairTest): string {
    const valuesByName = new Map<string, string[]>();
    for (const [name, value] of pairs) {
      const values = valuesByName.get(name);
      if (values) values.push(value);
      else valuesByName.set(name, [value]);
    }
    const conditions = [...valuesByName].map(([name, values]) => {
      const found = this.hasTag([textTest('=', [name])], [textTest('IN', values)]);
      return negated ? `NOT ${found}` : found;
    });
    return joinConditions('AND', conditions);
  }

  /** A tag satisfies one of the name tests and all value tests. Never NULL, so it can be negated. */
  private hasTag(names: readonly TextTest[], values: readonly ValueTest[]): string {
    const virtualKeys = [...this.source.virtual.keys()].filter((key) => matchesName(key, names));
    const onVirtual = virtualKeys.map((key) => this.hasVirtualTag(key, values));
    const onProvider = this.hasProviderTag(names, values, virtualKeys);
    return `(${[...onProvider, ...onVirtual].join(' OR ')})`;
  }

  private hasVirtualTag(key: string, values: readonly ValueTest[]): string {
    const sql = this.virtualValue(key);
    const conditions = values.map((value) => this.value(sql, value));
    return joinConditions('AND', [`${sql} IS NOT NULL`, ...conditions]);
  }

  private virtualValue(key: string): string {
    return `(${this.source.virtual.get(key)})`;
  }

  /** Empty when virtual tags replace every key that is named. */
  private hasProviderTag(
    names: readonly TextTest[],
    values: readonly ValueTest[],
    replacedKeys: readonly string[],
  ): string[] {
    const testValue = (v: string) => values.map((value) => this.value(v, value));
    const keys = exactKeys(names)?.filter((key) => !replacedKeys.includes(key));
    if (!keys) {
      const testName = (k: string) => this.name(k, names, replacedKeys);
      return [this.source.hasAnyTag((k, v) => allOf([...testName(k), ...testValue(v)]))];
    }
    const [key, ...others] = keys;
    if (key === undefined) return [];
    if (others.length === 0) {
      return [this.source.hasTag(this.dialect.bindText(key), (v) => allOf(testValue(v)))];
    }
    return [this.source.hasAnyTag((k, v) => allOf([this.dialect.isIn(k, keys), ...testValue(v)]))];
  }

  private name(k: string, names: readonly TextTest[], replacedKeys: readonly string[]): string[] {
    const alternatives = names.map((name) => compileOperator(k, name, this.dialect));
    return [joinConditions('OR', alternatives), ...this.isNotReplaced(k, replacedKeys)];
  }

  private isNotReplaced(k: string, replacedKeys: readonly string[]): string[] {
    return replacedKeys.length === 0 ? [] : [this.dialect.isNotIn(k, replacedKeys)];
  }

  private value(operand: string, value: ValueTest): string {
    if (value.type === 'test') return compileOperator(operand, value, this.dialect);
    const conditions = value.operands.map((part) => this.value(operand, part));
    return joinConditions(value.type === 'and' ? 'AND' : 'OR', conditions);
  }

  /** The row has any tag; reserved keys do not count. */
  private isTagged(): string {
    const keys = [...this.source.virtual.keys()];
    const onProvider = this.source.hasAnyTag((k) =>
      allOf([`${k} NOT LIKE 'vntg:%'`, ...this.isNotReplaced(k, keys)]),
    );
    const unreserved = keys.filter((key) => !key.startsWith('vntg:'));
    const onVirtual = unreserved.map((key) => `${this.virtualValue(key)} IS NOT NULL`);
    return `(${[onProvider, ...onVirtual].join(' OR ')})`;
  }

  /** SQL has no equivalent of the normalization of `~*`, so it becomes a list of matching known values. */
  private replaceFlexibleMatch(
    names: readonly TextTest[],
    values: readonly ValueTest[],
  ): ValueTest[] {
    return values.map((value) => {
      if (value.type !== 'test') {
        return { ...value, operands: this.replaceFlexibleMatch(names, value.operands) };
      }
      if (value.operator !== '~*' && value.operator !== '!~*') return value;
      const matching = this.findMatchingValues(names, value.values[0] ?? '');
      return textTest(value.operator === '~*' ? 'IN' : 'NOT IN', matching);
    });
  }

  private findMatchingValues(names: readonly TextTest[], searched: string): string[] {
    if (!this.knownValues) throw new Error('a filter with ~* needs the known tag values');
    const normalized = normalizeForFlexibleMatch(searched);
    const candidates = [...this.knownValues].filter(([key]) => matchesName(key, names));
    const values = candidates.flatMap(([, known]) => known);
    const matching = values.filter((value) => normalizeForFlexibleMatch(value) === normalized);
    // Sorted, because the results of rules are stored under a hash of their SQL.
    return [...new Set(matching)].toSorted();
  }
}

function textTest(operator: TextTest['operator'], values: readonly string[]): TextTest {
  return { type: 'test', operator, values };
}

function matchesName(key: string, names: readonly TextTest[]): boolean {
  return names.some((name) => satisfies(key, name));
}

/** The keys that the name tests list; null when one of them is a pattern. */
function exactKeys(names: readonly TextTest[]): string[] | null {
  if (names.some(({ operator }) => operator === 'LIKE')) return null;
  return [...new Set(names.flatMap(({ values }) => values))];
}
