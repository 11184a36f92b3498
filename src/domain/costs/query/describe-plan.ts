import { addDays } from '../../../platform/lib/days.js';
import { inlineValues } from '../../../platform/store/sql.js';
import type { CostPlan, TableScan } from './cost-plan.js';
import { rowConditions } from './cost-row-sql.js';
import { groupingName } from './grouping.js';

/** A plan for those who want to know what is read: the API, `farthing costs --explain` and the debug log. */
export interface PlanDescription {
  first_day: string;
  last_day: string;
  date_bin: string;
  amounts: 'billed' | 'amortized';
  currency: string;
  /** Currencies that are converted, and those that have no exchange rate. */
  converted_currencies: string[];
  unconverted_currencies: string[];
  tables: DescribedScan[];
  groupings: string[];
  excluded_charges: string[];
  virtual_tags: { key: string; splits: 'rows' | 'sums' | null }[];
  /** SQL of what a row must meet to count. */
  conditions: string[];
}

interface DescribedScan {
  table: string;
  /** What is summed: lines one by one, months, days one by one, or arrays of days. */
  sums: 'lines' | 'months' | 'days' | 'arrays of days';
  /** The months that are read; null for all months of the range. */
  months: string | null;
}

export function describePlan(plan: CostPlan): PlanDescription {
  const { conversion, dateBin, groupings } = plan.query;
  const splitsOf = (tag: CostPlan['virtualTags'][number]) => {
    if (tag.allocation === undefined) return null;
    return plan.rowTags.includes(tag) ? 'rows' : 'sums';
  };
  return {
    first_day: plan.firstDay,
    last_day: addDays(plan.endDay, -1),
    date_bin: dateBin,
    amounts: plan.view,
    currency: conversion.to,
    converted_currencies: [...new Set(conversion.factors.map(({ currency }) => currency))],
    unconverted_currencies: [...conversion.unratedCurrencies],
    tables: plan.scans.map(describeScan),
    groupings: groupings.map(groupingName),
    excluded_charges: [...plan.excludedCharges],
    virtual_tags: plan.virtualTags.map((tag) => ({ key: tag.key, splits: splitsOf(tag) })),
    conditions: rowConditions(plan).map(inlineValues),
  };
}

const sumNames = {
  month: 'months',
  day: 'days',
  days: 'arrays of days',
  'part-of-month': 'arrays of days',
} as const;

function describeScan(scan: TableScan): DescribedScan {
  if (scan.table === 'lines') return { table: 'lines', sums: 'lines', months: null };
  return { table: scan.table, sums: sumNames[scan.sums], months: monthsOf(scan) };
}

function monthsOf({ months }: Exclude<TableScan, { table: 'lines' }>): string | null {
  if (months === undefined) return null;
  const { from, to, areOthers } = months;
  return areOthers
    ? `before ${from.slice(0, 7)} and from ${to.slice(0, 7)} on`
    : `${from.slice(0, 7)} to ${addDays(to, -1).slice(0, 7)}`;
}
