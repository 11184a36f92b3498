import { type Sql, sql } from '../../../../platform/store/sql.js';
import { chargeTypeLabels } from '../../charge-type-labels.js';
import { customProviderToken, storedProviders } from '../../providers/index.js';
import type {
  FieldTest,
  LeafExpression,
  ProviderTest,
  TagTest,
  TextTest,
} from '../check/expression.js';
import { isNegated, satisfies, withoutNegation } from '../check/text-test.js';
import { compileColumnTest, compileOperator } from './compile-operator.js';
import { type KnownTagValues, TagCompiler } from './compile-tags.js';
import type { Dialect } from './dialect.js';
import { isTrue, joinConditions } from './join-conditions.js';
import type { RowSource } from './row-source.js';

/** The rows and the SQL dialect that conditions are compiled for. */
export interface CompileTarget {
  source: RowSource;
  dialect: Dialect;
  /** Only needed for filters with `~*`. */
  knownTagValues: KnownTagValues | undefined;
}

/** Compiles a single condition to SQL that is true for the rows it matches. */
export function compileCondition(leaf: LeafExpression, target: CompileTarget): Sql {
  const { source, dialect } = target;
  switch (leaf.type) {
    case 'field':
      return compileField(leaf, target);
    case 'provider':
      return compileProvider(leaf, target);
    case 'marketplace': {
      const [column] = columnsOf('costs.marketplace', source);
      return sql`${column!} ${sql.raw(leaf.operator)} ${dialect.bindBoolean(leaf.value)}`;
    }
    case 'comparison': {
      const map = mapOf(leaf.field.name, source);
      return dialect.compare(dialect.valueAt(map, dialect.bindText(leaf.key)), leaf);
    }
    case 'tag':
      return tagCompiler(target).test(leaf);
    case 'pairs':
      return tagCompiler(target).pairs(leaf);
    case 'allocation':
      return isTrue;
  }
}

/** Compiles tests that are all positive, joined with OR, or all negative, joined with AND. */
export function compileTagTests(tests: readonly TagTest[], target: CompileTarget): Sql {
  return tagCompiler(target).hasOneOf(tests);
}

/** SQL that is true for rows of one of these providers. */
export function compileProviderTest(
  keys: readonly string[],
  { source, dialect }: CompileTarget,
): Sql {
  const tokens = keys.map(customProviderToken).filter((token) => token !== null);
  const others = keys.filter((key) => customProviderToken(key) === null).flatMap(storedProviders);
  const conditions = others.length > 0 ? [isOneOf(source.provider, others, dialect)] : [];
  if (tokens.length > 0) {
    const isCustom = isOneOf(source.provider, ['custom_provider'], dialect);
    const isIntegration = isOneOf(source.integration, tokens, dialect);
    conditions.push(joinConditions('AND', [isCustom, isIntegration]));
  }
  return joinConditions('OR', conditions);
}

function isOneOf(column: Sql, values: readonly string[], dialect: Dialect): Sql {
  const [only, ...others] = values;
  const isSingle = only !== undefined && others.length === 0;
  return isSingle ? sql`${column} = ${dialect.bindText(only)}` : dialect.isIn(column, values);
}

function compileProvider({ test }: ProviderTest, target: CompileTarget): Sql {
  const positive = compileProviderTest(test.values, target);
  return isNegated(test) ? sql`NOT (${positive})` : positive;
}

function compileField({ field, key, test }: FieldTest, { source, dialect }: CompileTarget): Sql {
  if (key !== null) {
    return compileMapEntry(mapOf(field.name, source), dialect.bindText(key), test, dialect);
  }
  const columns = columnsOf(field.name, source);
  switch (field.name) {
    case 'costs.charge_type':
    case 'financial_commitments.cost_type':
      return compileChargeType(columns, test, dialect);
    case 'network_flow_logs.traffic_category':
      return compileColumnTest(columns, normalizeTrafficCategory(test), dialect);
    default:
      return compileColumnTest(columns, test, dialect);
  }
}

/** Rows store codes but filters may use labels, so the codes of matching labels are tested as well. */
function compileChargeType(columns: readonly Sql[], test: TextTest, dialect: Dialect): Sql {
  const matchingCodes = Object.entries(chargeTypeLabels)
    .filter(([, label]) => satisfies(label, withoutNegation(test)))
    .map(([code]) => code);
  const onCode = compileColumnTest(columns, test, dialect);
  if (matchingCodes.length === 0) return onCode;
  const operator = isNegated(test) ? 'NOT IN' : 'IN';
  const labelTest: TextTest = { type: 'test', operator, values: matchingCodes };
  const onLabel = compileColumnTest(columns, labelTest, dialect);
  return joinConditions(isNegated(test) ? 'AND' : 'OR', [onCode, onLabel]);
}

/** The key of a map must be present, even for negative tests. */
function compileMapEntry(map: Sql, key: Sql, test: TextTest, dialect: Dialect): Sql {
  const hasKey = dialect.hasKey(map, key);
  if (test.operator === 'IS NULL') return sql`NOT (${hasKey})`;
  if (test.operator === 'IS NOT NULL') return hasKey;
  const condition = compileOperator(dialect.valueAt(map, key), test, dialect);
  return joinConditions('AND', [hasKey, condition]);
}

/** `cross-AZ` and `cross_az` are the same category; in a pattern the underscore must be escaped. */
function normalizeTrafficCategory(test: TextTest): TextTest {
  const underscore = test.operator.endsWith('LIKE') ? String.raw`\_` : '_';
  const values = test.values.map((value) => value.toLowerCase().replaceAll('-', underscore));
  return { ...test, values };
}

function columnsOf(fieldName: string, source: RowSource): readonly Sql[] {
  const columns = source.fields[fieldName];
  if (!columns) throw new Error(`these rows have no ${fieldName}`);
  return columns;
}

function mapOf(fieldName: string, source: RowSource): Sql {
  const map = source.maps[fieldName];
  if (!map) throw new Error(`these rows have no ${fieldName}`);
  return map;
}

function tagCompiler({ source, dialect, knownTagValues }: CompileTarget): TagCompiler {
  return new TagCompiler(source.tags, dialect, knownTagValues);
}
