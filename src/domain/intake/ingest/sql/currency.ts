import type { Fault, Notice } from '../format.js';
import type { SourceColumns } from '../source-columns.js';
import { isMissing } from './expressions.js';
import { type Sql, sql } from '../../../../platform/store/sql.js';

/** ISO 4217. */
export const currencyCodes: readonly string[] = (
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
  'GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP ' +
  'LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN ' +
  'PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS ' +
  'TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ZWL'
).split(' ');

/** The currency of a row, US dollars by default. */
export function currencyOf(text: Sql): Sql {
  if (isMissing(text)) return sql`'USD'`;
  return sql`upper(ifNull(${text}, 'USD'))`;
}

/** The fault of an unknown currency code. */
export function currencyFault(
  source: SourceColumns,
  column: string,
  ...aliases: string[]
): Fault[] {
  const text = source.text(column, ...aliases);
  if (isMissing(text)) return [];
  return [
    {
      column,
      when: sql`currency NOT IN (${sql.literals(currencyCodes)})`,
      reason: 'is not a known currency',
      sample: text,
    },
  ];
}

/** The notice of a file without a currency column: its amounts count as US dollars. */
export function missingCurrency(source: SourceColumns, ...columns: string[]): Notice[] {
  if (source.header.hasAny(...columns) || source.header.columnAt !== undefined) return [];
  return [{ code: 'no_currency_column', example: 'USD' }];
}
