import { type Sql, sql } from '../../../../platform/store/sql.js';
import type { Fault, Format, FormatContext, Mapping } from '../format.js';
import type { SourceColumns } from '../source-columns.js';
import { attributeMap } from '../sql/attributes.js';
import { chargeGroup, commitmentType } from '../sql/charge-types.js';
import { currencyOf } from '../sql/currency.js';
import { decimalOfLooseText } from '../sql/decimal.js';
import { isMissing, isOneOf, lookUp } from '../sql/expressions.js';
import { noPairs, pairsOfJson } from '../sql/tags.js';
import { timeOfSlashedText, timeOfText } from '../sql/time.js';
import { usageUnit } from '../sql/units.js';
import { amortizations } from './amortizations.js';
import { currencies } from '../../../account/workspaces/index.js';
import {
  exactNames,
  namesWithSynonyms,
  namesWithType,
  type ColumnNames,
} from './custom-csv-names.js';

export const maxUploadRows = 10_000;
const requiredColumns = ['ChargePeriodStart', 'ChargeCategory', 'BilledCost', 'ServiceName'];
const categories = ['Credit', 'Discount', 'Fee', 'Refund', 'Tax', 'Usage'];

/** Columns with amounts that a file need not have, and the names that the mapping gives them. */
const optionalAmounts = {
  ConsumedQuantity: 'consumed_quantity',
  EffectiveCost: 'stated_effective_cost',
  ListCost: 'list_cost',
  ContractedCost: 'contracted_cost',
};

/** The CSV that users upload for a custom provider: a small subset of FOCUS, strictly validated. */
export const customCsv: Format = {
  name: 'custom_csv',
  title: 'custom-provider CSV',
  matches: () => true,
  strict: {
    missingColumns: (header) => requiredColumns.filter((column) => !header.has(column)),
    maxRows: maxUploadRows,
  },
  facts: (source) => facts(source, exactNames),
  map: (source, context) => map(source, context, exactNames, chargeType(source)),
};

/** The same, accepting common synonyms of column names and values. */
export const customCsvTransformed: Format = {
  name: 'custom_csv',
  title: 'custom-provider CSV',
  matches: () => true,
  strict: {
    // ChargeCategory is optional: rows without it are usage.
    missingColumns: (header) =>
      ['ChargePeriodStart', 'BilledCost', 'ServiceName'].filter(
        (column) => !header.hasAny(...namesWithSynonyms(column)),
      ),
    maxRows: maxUploadRows,
  },
  facts: (source) => ({
    ...facts(source, namesWithSynonyms),
    typeHasCategories: hasOnlyCategories(source.text('type')),
  }),
  map: (source, context) => {
    const names = namesWithType(context.facts['typeHasCategories'] === true);
    return map(source, context, names, transformedChargeType(source, names));
  },
};

const parseTime = (
  source: SourceColumns,
  names: ColumnNames,
  column: string,
  slashedTime: Sql,
): Sql => {
  const text = source.text(...names(column));
  const time = timeOfText(text);
  return names === exactNames || isMissing(text) ? time : sql`coalesce(${time}, ${slashedTime})`;
};

function facts(source: SourceColumns, names: ColumnNames): Record<string, Sql> {
  const time = (column: string) => {
    const text = source.text(...names(column));
    return parseTime(source, names, column, timeOfSlashedText(text, 'month-first'));
  };
  const [start, end] = [time('ChargePeriodStart'), time('ChargePeriodEnd')];
  const isWholeMonths = sql`toDayOfMonth(${start}) = 1 AND toDayOfMonth(${end}) = 1 AND ${end} > ${start}`;
  const startText = sql`ifNull(${source.text(...names('ChargePeriodStart'))}, '')`;
  const first = sql`extract(${startText}, '^([0-9]{1,2})/')`;
  const second = sql`extract(${startText}, '^[0-9]{1,2}/([0-9]{1,2})/')`;
  return {
    exclusiveEnds: sql`ifNull(min(
      if(${start} IS NULL OR ${end} IS NULL,
        true,
        ${end} = ${start} + INTERVAL 1 DAY OR (${isWholeMonths}))), false)`,
    dayFirst: sql`max(toUInt8OrZero(${first}) > 12) AND max(toUInt8OrZero(${second})) <= 12`,
  };
}

function map(
  source: SourceColumns,
  context: FormatContext,
  names: ColumnNames,
  charge_type: Sql,
): Mapping {
  const text = (column: string) => source.text(...names(column));
  const amount = (column: string) => decimalOfLooseText(text(column));
  const order = context.facts['dayFirst'] === true ? 'day-first' : 'month-first';
  const time = (column: string) =>
    parseTime(source, names, column, timeOfSlashedText(text(column), order));
  return {
    columns: {
      provider: sql.literal(context.provider),
      charge_type,
      charge_group: chargeGroup(sql`charge_type`),
      ...periodColumns(time, text, context),
      billed_cost: amount('BilledCost'),
      ...Object.fromEntries(
        Object.entries(optionalAmounts).map(([column, name]) => [name, amount(column)]),
      ),
      effective_cost: isMissing(text('EffectiveCost'))
        ? sql`billed_cost`
        : sql`coalesce(stated_effective_cost, billed_cost)`,
      currency: currencyOf(text('BillingCurrency')),
      provider_account_id: text('BillingAccountId'),
      payer_account_id: text('BillingAccountId'),
      account_id: text('SubAccountId'),
      account_name: text('SubAccountName'),
      service: sql`ifNull(${serviceOf(text, names)}, '')`,
      cost_category: text('ServiceCategory'),
      cost_subcategory: text('ResourceType'),
      resource_type: text('ResourceType'),
      resource_id: text('ResourceId'),
      resource_name: text('ResourceName'),
      region: text('RegionId'),
      description: sql`substringUTF8(${text('ChargeDescription')}, 1, 1024)`,
      usage_amount: sql`if(charge_group = 'usage', consumed_quantity, NULL)`,
      usage_unit: sql`if(usage_amount IS NULL, NULL, ${usageUnit(text('ConsumedUnit'))})`,
      commitment_type: commitmentType({}),
      attributes: attributeMap({ ConsumedUnit: text('ConsumedUnit') }),
    },
    tagPairs:
      names === exactNames
        ? pairsOfJson(text('Tags'))
        : allPairs(pairsOfJson(text('Tags')), tagColumns(source)),
    faults: faults(names, text),
    partition: sql`source_file`,
    amortization: amortizations.custom_csv,
  };
}

/** An upfront payment has no service; if synonyms are accepted, its description is used instead. */
function serviceOf(text: (column: string) => Sql, names: ColumnNames): Sql {
  return names === exactNames
    ? text('ServiceName')
    : sql`coalesce(${text('ServiceName')}, ${text('ChargeDescription')})`;
}

function allPairs(inJson: Sql, inColumns: Sql): Sql {
  if (inColumns === noPairs) return inJson;
  return inJson === noPairs ? inColumns : sql`arrayConcat(${inJson}, ${inColumns})`;
}

/** Columns named `tag:team`, `tags.team` or `label:team` contain one tag each. */
function tagColumns(source: SourceColumns): Sql {
  const pairs = source.header.columns.flatMap(({ name }) => {
    const key = /^(?:tag:|tags\.|label:)(.+)$/i.exec(name.trim())?.[1];
    return key === undefined ? [] : [sql`(${sql.literal(key)}, ifNull(${source.text(name)}, ''))`];
  });
  if (pairs.length === 0) return noPairs;
  return sql`arrayFilter(p -> p.2 != '', [${sql.join(pairs)}])`;
}

/** Charges have daily granularity. An end date without a time is the last day of the charge, unless all end dates of the file are exclusive. */
function periodColumns(
  time: (column: string) => Sql,
  text: (column: string) => Sql,
  { facts: setFacts }: FormatContext,
): Record<string, Sql> {
  const end = time('ChargePeriodEnd');
  const endText = text('ChargePeriodEnd');
  const isTime = isMissing(endText) ? sql`false` : sql`ifNull(${endText} LIKE '%:%', false)`;
  const lastDay = sql`if(${isTime} AND toStartOfDay(period_end) = period_end,
    period_end, toStartOfDay(period_end) + INTERVAL 1 DAY)`;
  return {
    period_start: time('ChargePeriodStart'),
    period_end: end,
    charge_start: sql`toStartOfDay(period_start)`,
    // A date without a time is a whole day.
    ends_before_start: sql`if(${isTime},
      period_end < period_start, toStartOfDay(period_end) < charge_start)`,
    end_day:
      setFacts['exclusiveEnds'] === true ? sql`if(${isTime}, ${lastDay}, period_end)` : lastDay,
    charge_end: sql`if(ifNull(end_day > charge_start, false),
      end_day, charge_start + INTERVAL 1 DAY)`,
  };
}

function chargeType(source: SourceColumns): Sql {
  return sql`ifNull(${source.text('ChargeCategory')}, '')`;
}

/** Whether a text is a charge category, or missing. */
function isCategory(text: Sql): Sql {
  const known = [...categories, 'Purchase', 'Adjustment'].map((name) => name.toLowerCase());
  return sql`ifNull(lower(${text}) IN (${sql.literals(known)}), true)`;
}

/** Whether all texts of a file are charge categories or missing, and some are not missing. */
function hasOnlyCategories(text: Sql): Sql {
  return sql`max(${text} IS NOT NULL) AND min(${isCategory(text)})`;
}

/** Accepts synonyms of the six categories; a row without a category is usage, or a credit if its cost is negative. */
function transformedChargeType(source: SourceColumns, names: ColumnNames): Sql {
  const text = source.text(...names('ChargeCategory'));
  const lowerCase = sql`lower(${text})`;
  const byLowerCase = Object.fromEntries(categories.map((name) => [name.toLowerCase(), name]));
  const isNegative = sql`ifNull(billed_cost < 0, false)`;
  return sql`multiIf(
    ${text} IS NULL, if(${isNegative}, 'Credit', 'Usage'),
    ${isOneOf(lowerCase, 'adjustment')}, if(${isNegative}, 'Discount', 'Fee'),
    ${lookUp(lowerCase, { ...byLowerCase, purchase: 'Fee' }, sql`ifNull(${text}, '')`)})`;
}

function faults(names: ColumnNames, text: (column: string) => Sql): Fault[] {
  const list = `${categories.slice(0, -1).join(', ')}, or ${categories.at(-1)}`;
  const fault = (column: string, when: Sql, reason: string): Fault => ({
    column,
    when,
    reason,
    sample: text(column),
  });
  const ifPresent = (column: string, when: Sql, reason: string) =>
    isMissing(text(column)) ? [] : [fault(column, when, reason)];
  const valid = (column: string, value: Sql, reason: string) =>
    ifPresent(column, sql`${text(column)} IS NOT NULL AND ${value} IS NULL`, reason);
  const hasNoUnit = sql`${text('ConsumedQuantity')} IS NOT NULL AND ${text('ConsumedUnit')} IS NULL`;
  return [
    fault('ChargePeriodStart', sql`period_start IS NULL`, 'must be a valid date'),
    ...valid('ChargePeriodEnd', sql`period_end`, 'must be a valid date'),
    ...ifPresent('ChargePeriodEnd', sql`ends_before_start`, 'must not be before ChargePeriodStart'),
    fault(
      'ChargeCategory',
      sql`charge_type NOT IN (${sql.literals(categories)})`,
      `must be one of the following: ${list}`,
    ),
    fault('BilledCost', sql`billed_cost IS NULL`, 'must be a valid number'),
    fault('ServiceName', sql`${serviceOf(text, names)} IS NULL`, 'is required'),
    ...Object.entries(optionalAmounts).flatMap(([column, name]) =>
      valid(column, sql.ref(name), 'must be a valid number'),
    ),
    ...(isMissing(text('ConsumedQuantity'))
      ? []
      : [fault('ConsumedUnit', hasNoUnit, 'is required when ConsumedQuantity is present')]),
    ...ifPresent('Tags', hasInvalidTags(text('Tags')), 'must be a valid JSON object'),
    ...ifPresent(
      'BillingCurrency',
      sql`currency NOT IN (${sql.literals(currencies)})`,
      'is not supported',
    ),
  ];
}

/** Tags must be one flat object. */
function hasInvalidTags(text: Sql): Sql {
  const json = sql`ifNull(${text}, '{}')`;
  const isNested = sql`startsWith(p.2, '{') OR startsWith(p.2, '[')`;
  return sql`NOT isValidJSON(${json}) OR JSONType(${json}) != 'Object'
    OR arrayExists(p -> ${isNested}, JSONExtractKeysAndValuesRaw(${json}))`;
}
