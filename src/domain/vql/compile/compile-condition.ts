import { type KnownTagValues, TagCompiler } from './compile-tags.js';
import { testColumn, testPresent } from './compile-operator.js';
import { codesLabelled } from './charge-types.js';
import type { Dialect } from './dialect.js';
import type { Expression, FieldTest, ProviderTest, TextTest } from '../check/expression.js';
import { join } from './join-conditions.js';
import { customProviderToken, storedProviders } from '../check/provider-keys.js';
import type { RowSource } from './row-source.js';
import { isNegation, positiveOf, satisfies } from '../check/text-test.js';

/** What SQL of a filter is written against. */
export interface Target {
  source: RowSource;
  dialect: Dialect;
  /** Needed only for filters with `~*`. */
  knownTagValues: KnownTagValues | undefined;
}

type Leaf = Exclude<Expression, { type: 'and' } | { type: 'or' }>;

/** SQL that is true for the rows a single condition matches. */
export function compileLeaf(leaf: Leaf, target: Target): string {
  const { source, dialect } = target;
  switch (leaf.type) {
    case 'field':
      return compileField(leaf, target);
    case 'provider':
      return compileProvider(leaf, target);
    case 'marketplace': {
      const [column] = columnsOf('costs.marketplace', source);
      return `${column} ${leaf.operator} ${dialect.flag(leaf.value)}`;
    }
    case 'comparison': {
      const value = dialect.valueAt(mapOf(leaf.field.name, source), dialect.text(leaf.key));
      return dialect.compare(value, leaf);
    }
    case 'tag':
      return tagCompiler(target).test(leaf);
    case 'pairs':
      return tagCompiler(target).pairs(leaf);
    case 'allocation':
      return 'true';
  }
}

/** SQL that is true for rows of one of these providers. */
export function isFromProvider(keys: readonly string[], { source, dialect }: Target): string {
  const tokens = keys.map(customProviderToken).filter((token) => token !== null);
  const plain = keys.filter((key) => customProviderToken(key) === null).flatMap(storedProviders);
  const parts = plain.length > 0 ? [isOneOf(source.provider, plain, dialect)] : [];
  if (tokens.length > 0) {
    const isCustom = isOneOf(source.provider, ['custom_provider'], dialect);
    parts.push(join('AND', [isCustom, isOneOf(source.integration, tokens, dialect)]));
  }
  return join('OR', parts);
}

function isOneOf(column: string, values: readonly string[], dialect: Dialect): string {
  const [only, ...others] = values;
  const isSingle = only !== undefined && others.length === 0;
  return isSingle ? `${column} = ${dialect.text(only)}` : dialect.isAnyOf(column, values);
}

function compileProvider({ test }: ProviderTest, target: Target): string {
  const positive = isFromProvider(test.values, target);
  return isNegation(test) ? `NOT (${positive})` : positive;
}

function compileField({ field, key, test }: FieldTest, { source, dialect }: Target): string {
  if (key !== null)
    return compileEntry(mapOf(field.name, source), dialect.text(key), test, dialect);
  const columns = columnsOf(field.name, source);
  switch (field.name) {
    case 'costs.charge_type':
    case 'financial_commitments.cost_type':
      return compileChargeType(columns, test, dialect);
    case 'network_flow_logs.traffic_category':
      return testColumn(columns, inTrafficSpelling(test), dialect);
    default:
      return testColumn(columns, test, dialect);
  }
}

/** Rows hold codes and filters may say labels, so the codes of fitting labels are tested too. */
function compileChargeType(columns: readonly string[], test: TextTest, dialect: Dialect): string {
  const ofLabels = codesLabelled((label) => satisfies(label, positiveOf(test)));
  const onCodes = testColumn(columns, test, dialect);
  if (ofLabels.length === 0) return onCodes;
  const operator = isNegation(test) ? 'NOT IN' : 'IN';
  const onLabels = testColumn(columns, { type: 'test', operator, values: ofLabels }, dialect);
  return join(isNegation(test) ? 'AND' : 'OR', [onCodes, onLabels]);
}

/** On maps the key must be there, also for negative tests. */
function compileEntry(map: string, key: string, test: TextTest, dialect: Dialect): string {
  const hasKey = dialect.hasKey(map, key);
  if (test.operator === 'IS NULL') return `NOT (${hasKey})`;
  if (test.operator === 'IS NOT NULL') return hasKey;
  return join('AND', [hasKey, testPresent(dialect.valueAt(map, key), test, dialect)]);
}

/** `cross-AZ` and `cross_az` are the same; in a pattern the underscore must stay a plain one. */
function inTrafficSpelling(test: TextTest): TextTest {
  const underscore = test.operator.endsWith('LIKE') ? String.raw`\_` : '_';
  const values = test.values.map((value) => value.toLowerCase().replaceAll('-', underscore));
  return { ...test, values };
}

function columnsOf(fieldName: string, source: RowSource): readonly string[] {
  const columns = source.fields[fieldName];
  if (!columns) throw new Error(`these rows have no ${fieldName}`);
  return columns;
}

function mapOf(fieldName: string, source: RowSource): string {
  const map = source.maps[fieldName];
  if (!map) throw new Error(`these rows have no ${fieldName}`);
  return map;
}

function tagCompiler({ source, dialect, knownTagValues }: Target): TagCompiler {
  return new TagCompiler(source.tags, dialect, knownTagValues);
}
