import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { PairTest, TagTest, TextTest, ValueTest } from '../check/expression.js';
import { normalizeForFlexibleMatch } from '../check/flexible-match.js';
import { isNegatedTagTest } from '../check/tag-look-ups.js';
import { satisfies, withoutNegation } from '../check/text-test.js';
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

  test(test: TagTest): Sql {
    const operator = test.names[0]?.operator;
    if (operator === 'IS NULL') return sql`NOT ${this.isTagged()}`;
    if (operator === 'IS NOT NULL') return this.isTagged();
    return this.hasOneOf([test]);
  }

  /**
   * The row has a tag that satisfies one of these tests or, if all of them are negative, none of
   * their tags. One look-up answers them all: thousands of them would take minutes.
   */
  hasOneOf(tests: readonly TagTest[]): Sql {
    const positive = tests.map(withoutTagNegation);
    const byValues = new Map<string, TagTest>();
    for (const test of positive) {
      const values = JSON.stringify(test.values);
      const names = byValues.get(values)?.names ?? [];
      byValues.set(values, { ...test, names: [...names, ...test.names] });
    }
    const merged = [...byValues.values()].map(({ names, values }) => ({
      names,
      values: this.replaceFlexibleMatch(names, values),
    }));
    const found = this.hasTag(merged);
    return tests.every(isNegatedTagTest) ? sql`NOT ${found}` : found;
  }

  /** The row must have one of the values listed for each name; with NOT IN, none of the pairs. */
  pairs({ negated, pairs }: PairTest): Sql {
    const valuesByName = new Map<string, string[]>();
    for (const [name, value] of pairs) {
      const values = valuesByName.get(name);
      if (values) values.push(value);
      else valuesByName.set(name, [value]);
    }
    const conditions = [...valuesByName].map(([name, values]) => {
      const found = this.hasTag([
        { names: [textTest('=', [name])], values: [textTest('IN', values)] },
      ]);
      return negated ? sql`NOT ${found}` : found;
    });
    return joinConditions('AND', conditions);
  }

  /** A tag satisfies one of the tests: one of its names and all its values. Never NULL, so it can be negated. */
  private hasTag(tests: readonly TagPresence[]): Sql {
    const onVirtual = tests.flatMap(({ names, values }) =>
      this.replacedKeys(names).map((key) => this.hasVirtualTag(key, values)),
    );
    return sql`(${sql.join([...this.hasProviderTag(tests), ...onVirtual], ' OR ')})`;
  }

  /** The keys of virtual tags that satisfy one of the name tests; they replace provider tags. */
  private replacedKeys(names: readonly TextTest[]): string[] {
    return [...this.source.virtual.keys()].filter((key) => matchesName(key, names));
  }

  private hasVirtualTag(key: string, values: readonly ValueTest[]): Sql {
    const expression = this.virtualValue(key);
    const conditions = values.map((value) => this.value(expression, value));
    return joinConditions('AND', [sql`${expression} IS NOT NULL`, ...conditions]);
  }

  private virtualValue(key: string): Sql {
    return sql`(${this.source.virtual.get(key)!})`;
  }

  /** Empty when virtual tags replace every key that is named. */
  private hasProviderTag(tests: readonly TagPresence[]): Sql[] {
    const found = tests
      .map(({ names, values }) => {
        const replaced = this.replacedKeys(names);
        const keys = exactKeys(names)?.filter((key) => !replaced.includes(key)) ?? null;
        const testValue = (v: Sql) => values.map((value) => this.value(v, value));
        return { names, keys, replaced, testValue };
      })
      .filter(({ keys }) => keys?.length !== 0);
    const [first, ...others] = found;
    if (first === undefined) return [];
    const [key, ...otherKeys] = first.keys ?? [];
    if (others.length === 0 && key !== undefined && otherKeys.length === 0) {
      return [this.source.hasTag(this.dialect.bindText(key), (v) => allOf(first.testValue(v)))];
    }
    const testName = (k: Sql, { names, keys, replaced }: (typeof found)[number]) =>
      keys === null ? this.name(k, names, replaced) : [this.dialect.isIn(k, keys)];
    return [
      this.source.hasAnyTag((k, v) =>
        joinConditions(
          'OR',
          found.map((test) => allOf([...testName(k, test), ...test.testValue(v)])),
        ),
      ),
    ];
  }

  private name(k: Sql, names: readonly TextTest[], replacedKeys: readonly string[]): Sql[] {
    const alternatives = names.map((name) => compileOperator(k, name, this.dialect));
    return [joinConditions('OR', alternatives), ...this.isNotReplaced(k, replacedKeys)];
  }

  private isNotReplaced(k: Sql, replacedKeys: readonly string[]): Sql[] {
    return replacedKeys.length === 0 ? [] : [this.dialect.isNotIn(k, replacedKeys)];
  }

  private value(operand: Sql, value: ValueTest): Sql {
    if (value.type === 'test') return compileOperator(operand, value, this.dialect);
    const conditions = value.operands.map((part) => this.value(operand, part));
    return joinConditions(value.type === 'and' ? 'AND' : 'OR', conditions);
  }

  /** The row has any tag; reserved keys do not count. */
  private isTagged(): Sql {
    const keys = [...this.source.virtual.keys()];
    const onProvider = this.source.hasAnyTag((k) =>
      allOf([sql`${k} NOT LIKE 'vntg:%'`, ...this.isNotReplaced(k, keys)]),
    );
    const unreserved = keys.filter((key) => !key.startsWith('vntg:'));
    const onVirtual = unreserved.map((key) => sql`${this.virtualValue(key)} IS NOT NULL`);
    return sql`(${sql.join([onProvider, ...onVirtual], ' OR ')})`;
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

/** A single tag must satisfy one of the name tests and all value tests. */
type TagPresence = Pick<TagTest, 'names' | 'values'>;

/** The test of the tag that a negative test excludes; a positive test as it is. */
function withoutTagNegation(test: TagTest): TagTest {
  if (!isNegatedTagTest(test)) return test;
  return { ...test, names: test.names.map(withoutNegation), values: [] };
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
