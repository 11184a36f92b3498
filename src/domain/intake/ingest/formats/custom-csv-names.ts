/** The names that a column may have in the file. */
export type ColumnNames = (column: string) => string[];

/** Only the exact name. */
export const exactNames: ColumnNames = (column) => [column];

const synonyms: Readonly<Record<string, readonly string[]>> = {
  ChargePeriodStart: [
    'date',
    'day',
    'usage date',
    'usage_start',
    'start',
    'start date',
    'invoice date',
    'timestamp',
  ],
  ChargePeriodEnd: ['end', 'end date', 'usage_end'],
  BilledCost: [
    'cost',
    'amount',
    'total',
    'total cost',
    'price',
    'charge',
    'net amount',
    'billed amount',
  ],
  ServiceName: ['service', 'product', 'product name', 'item', 'description'],
  ServiceCategory: ['category'],
  ResourceType: ['subcategory'],
  ResourceId: ['resource', 'resource id', 'instance id'],
  RegionId: ['region', 'location'],
  ChargeCategory: ['charge type', 'line item type'],
  ConsumedQuantity: ['usage', 'quantity', 'usage amount'],
  ConsumedUnit: ['unit', 'usage unit'],
  BillingCurrency: ['currency'],
};

/** The exact name, then common synonyms. */
export const namesWithSynonyms: ColumnNames = (column) => [column, ...(synonyms[column] ?? [])];

/** The same; a column `type` is the charge category if it contains categories, otherwise the type of the resource. */
export const namesWithType =
  (typeHasCategories: boolean): ColumnNames =>
  (column) => {
    const isType = column === (typeHasCategories ? 'ChargeCategory' : 'ResourceType');
    return [...namesWithSynonyms(column), ...(isType ? ['type'] : [])];
  };
