import { isAmount, type ListedPrice, type ListedProblem, slug } from '../price-list.js';

/** One price of an AWS price list, from either of its forms. */
export interface AwsRate {
  sku: string;
  /** `OnDemand`, `Reserved` */
  termType: string;
  leaseLength?: string | undefined;
  purchaseOption?: string | undefined;
  offeringClass?: string | undefined;
  unit: string;
  beginRange?: string | undefined;
  endRange?: string | undefined;
  effectiveDate?: string | undefined;
  currency: string;
  amount: string | undefined;
}

/** `Hrs` → `hour`, `GB-Mo` → `gb-month` */
const unitOf = (unit: string) =>
  unit.toLowerCase().replace(/^hrs$/, 'hour').replace(/-mo$/, '-month');

/** `Reserved`, `1yr`, `No Upfront` → `reserved-1yr-no-upfront`; convertible ones say so. */
function lifecycleOf(rate: AwsRate): string {
  if (rate.termType === 'OnDemand') return 'on-demand';
  return [
    rate.termType,
    rate.leaseLength?.replace(/\s/g, ''),
    rate.purchaseOption,
    rate.offeringClass === 'convertible' ? 'convertible' : undefined,
  ]
    .flatMap((part) => (part ? slug(part) : []))
    .join('-');
}

/** A tier says where it starts, and a fee that is paid once says so. */
function qualifierOf({ unit, beginRange, termType }: AwsRate): string {
  if (termType === 'Reserved' && unit === 'Quantity') return 'upfront-fee';
  return beginRange && Number(beginRange) > 0 ? `from-${slug(beginRange)}` : '';
}

/** A price as it is stored, or why it cannot be. */
export function awsPrice(rate: AwsRate): ListedPrice | ListedProblem {
  if (!isAmount(rate.amount)) {
    const message = `${rate.sku}: the price ${String(rate.amount).slice(0, 40)} is not a decimal number.`;
    return { kind: 'problem', message };
  }
  const details = {
    term: rate.leaseLength || undefined,
    purchase_option: rate.purchaseOption || undefined,
    offering_class: rate.offeringClass || undefined,
    begin_range: rate.beginRange || undefined,
    end_range: rate.endRange || undefined,
    effective_date: rate.effectiveDate?.slice(0, 10) || undefined,
  };
  return {
    kind: 'price',
    sku: rate.sku,
    lifecycle: lifecycleOf(rate),
    qualifier: qualifierOf(rate),
    unit: unitOf(rate.unit),
    currency: rate.currency,
    amount: rate.amount,
    details,
  };
}

/** A date of the list, if it is one. */
export function listedDate(text: unknown): Date | undefined {
  const date = new Date(String(text));
  return Number.isNaN(date.getTime()) ? undefined : date;
}
